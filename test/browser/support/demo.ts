import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import type { DemoHost } from './server.ts'

export { type DemoHost, serveDemo } from './server.ts'
export { test } from './tidy-test.ts'
export { expect }

/** Collects forbidden events: requests to other origins, and errors that the browser reports. */
export const watchPage = (page: Page, { address }: DemoHost): readonly string[] => {
  const found: string[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    const isOwn = url.origin === address || url.protocol === 'blob:' || url.protocol === 'data:'
    if (!isOwn) found.push(`request to ${url.origin}`)
  })
  page.on('websocket', (socket) => found.push(`socket to ${socket.url()}`))
  page.on('console', (message) => found.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => found.push(`error: ${error.message}`))
  return found
}

export const conversationLinks = (page: Page) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link')

/** Returns the row of a person. Other rows may have the name in their preview. */
export const conversationLink = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name: new RegExp(`^${name}`) })

/** Opens the demo without a conversation, and waits for its list. */
export async function openDemo(page: Page, { address }: DemoHost): Promise<void> {
  await page.goto(`${address}/messages`)
  // The page first starts the backend, which takes long on a busy machine.
  await expect(conversationLinks(page).first()).toBeVisible({ timeout: 60_000 })
}

/** Resolves once a reload would keep the demo world. */
export const untilStored = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => localStorage.getItem('chat-demo-world') !== null)

/** Resolves once the demo would start offline. The prepared world is the last file to be cached. */
export const untilFilesCached = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const cached = await (await caches.open('chat-demo-files')).keys()
        return cached.some(({ url }) => url.endsWith('.dump'))
      }),
    )
    .toBe(true)

import { spawn } from 'node:child_process'
import type { Page } from '@playwright/test'
import { expect } from './journey.ts'
import { untilExited, untilReady } from './server.ts'
import { test as base } from './tidy-test.ts'

export interface DemoHost {
  readonly address: string
  close(): Promise<void>
}

/** The demo as `npm run demo` serves it, on a free port. */
export async function serveDemo(): Promise<DemoHost> {
  const child = spawn(process.execPath, ['scripts/demo.mjs'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return {
    address: await untilReady(child),
    close: async () => {
      child.kill('SIGTERM')
      await untilExited(child)
    },
  }
}

/** Tests of one file share a file host. Each has a separate browser context and so a separate demo world. */
export const test = base.extend<object, { readonly demo: DemoHost }>({
  demo: [
    // Biome requires a pattern here even when no fixture is used.
    async ({ browserName: _ }, use) => {
      const host = await serveDemo()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
})
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

/** Opens the demo and waits for its list of conversations. */
export async function openDemo(page: Page, { address }: DemoHost): Promise<void> {
  await page.goto(address)
  await expect(conversationLinks(page).first()).toBeVisible()
}

/** Resolves once a reload would keep the demo world. */
export const untilStored = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => localStorage.getItem('chat-demo-world') !== null)

/** Resolves once the demo would start offline. The prepared world is the last file to be cached. */
export const untilFilesCached = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const kept = await (await caches.open('chat-demo-files')).keys()
        return kept.some(({ url }) => url.endsWith('.dump'))
      }),
    )
    .toBe(true)

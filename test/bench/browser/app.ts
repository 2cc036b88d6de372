import type { BrowserContext, Page } from '@playwright/test'
import { firstPaintModel } from '#schemas/storage/first-paint.ts'
import { accountDatabaseName } from '#streams/storage/database-names.ts'
import { self } from '../world/world.ts'
import { watchPaints } from './paints.ts'

/** What of the app the bench looks for. */
export const selectors = {
  conversation: 'ul[aria-label="Conversations"] a',
  message: '[role="log"] article',
  log: '[role="log"]',
  composer: '.ProseMirror',
  navigation: 'nav[aria-label="Main"]',
} as const

/** Opens a page that tells of its paints; resolves once it is on its way, with the page. */
export async function openPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await watchPaints(page)
  await page.goto(address, { waitUntil: 'commit' })
  return page
}

/** The app with its list of conversations painted. */
export async function openApp(context: BrowserContext, address: string): Promise<Page> {
  const page = await openPage(context, `${address}/messages`)
  await page.evaluate((selector) => window.paintBench.first(selector), selectors.conversation)
  return page
}

/** The app with the topmost conversation open. */
export async function openTopConversation(context: BrowserContext, address: string): Promise<Page> {
  const page = await openApp(context, address)
  await page.locator(selectors.conversation).first().click()
  await page.locator(selectors.message).last().waitFor()
  return page
}

/** What comes is written behind after half a second, ms. */
const longerThanWriteBehind = 1_500

declare global {
  interface Window {
    /** Since when everything was stored; undefined while something is not. */
    storedSince: number | undefined
  }
}

/**
 * Resolves once nothing has come for a while and the last thing that is written behind the log, what the next start paints first,
 * has all of it.
 */
export async function everythingStored(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const names = [accountDatabaseName(self.userId), firstPaintModel.name, longerThanWriteBehind] as const
  await page.waitForFunction(
    async ([name, model, quiet]) => {
      const answerOf = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const database = await answerOf(indexedDB.open(name))
      const transaction = database.transaction(['checkpoints', 'segments'])
      const checkpoint = answerOf(transaction.objectStore('checkpoints').get(model))
      const newest = await answerOf(transaction.objectStore('segments').openKeyCursor(null, 'prev'))
      const isOfNow = (await checkpoint)?.segment === newest?.key
      database.close()
      const now = performance.now()
      if (!isOfNow) window.storedSince = undefined
      else window.storedSince ??= now
      return now - (window.storedSince ?? now) > quiet
    },
    names,
    { polling: 200, timeout: 120_000 },
  )
}

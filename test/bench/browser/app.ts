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

/** Resolves once the last thing that is written behind the log, what the next start paints first, has all of it. */
export async function everythingStored(page: Page): Promise<void> {
  const names = [accountDatabaseName(self.userId), firstPaintModel.name] as const
  await page.waitForFunction(
    async ([name, model]) => {
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
      return isOfNow
    },
    names,
    { polling: 200, timeout: 120_000 },
  )
}

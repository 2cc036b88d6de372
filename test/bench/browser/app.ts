import type { BrowserContext, Page } from '@playwright/test'
import { cachedListKey, cachedListModel } from '#schemas/storage/cached-list.ts'
import { accountDatabaseName } from '#streams/storage/databases.ts'
import { self } from '../world/world.ts'
import { watchPaints } from './paints.ts'

/** The selectors of the app that the bench uses. */
export const selectors = {
  conversation: 'ul[aria-label="Conversations"] a',
  message: '[role="log"] article',
  log: '[role="log"]',
  composer: '.ProseMirror',
  navigation: 'nav[aria-label="Main"]',
} as const

/** Opens a page with the paint reporter. Resolves with the page once navigation has started. */
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

/** The delay of the app's write-behind, ms. */
const longerThanWriteBehind = 1_500
/** The limit for storing everything, ms. */
const longest = 120_000

/** Resolves once no message has arrived for a while and the data for the next start is stored. */
export async function everythingStored(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  const end = performance.now() + longest
  let since: number | undefined
  while (since === undefined || performance.now() - since < longerThanWriteBehind) {
    if (performance.now() > end) throw new Error('the app has not stored everything')
    await page.waitForTimeout(200)
    since = (await isEverythingStored(page)) ? (since ?? performance.now()) : undefined
  }
}

/**
 * Whether the cached list snapshot, which is the last data written after the log, is complete. Works in any page of the
 * app's origin.
 */
export const isEverythingStored = (page: Page): Promise<boolean> =>
  page.evaluate(
    async ([name, model, key]) => {
      const answerOf = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const database = await answerOf(indexedDB.open(name))
      const transaction = database.transaction(['checkpoints', 'segments', 'rows', 'meta'])
      const [checkpoint, newest, row, epoch] = await Promise.all([
        answerOf(transaction.objectStore('checkpoints').get(model)),
        answerOf(transaction.objectStore('segments').openKeyCursor(null, 'prev')),
        answerOf(transaction.objectStore('rows').get([model, key])),
        answerOf(transaction.objectStore('meta').get('epoch')),
      ])
      database.close()
      return (
        row !== undefined && checkpoint?.segment === newest?.key && row.value?.epoch === (epoch?.value ?? 0)
      )
    },
    [accountDatabaseName(self.userId), cachedListModel.name, cachedListKey] as const,
  )

import type { BrowserContext, Page } from '@playwright/test'
import { expect, meetCaller, test } from './support/journey.ts'
import { say } from './support/messages.ts'

const painted = (page: Page) => page.locator('.cached-list')

/** Whether the cached list snapshot equals the list that the whole log gives. */
const isStored = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const answerOf = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const name = (await indexedDB.databases()).find((one) => /^chat-\d+$/.test(one.name ?? ''))?.name ?? ''
    const database = await answerOf(indexedDB.open(name))
    const transaction = database.transaction(['checkpoints', 'segments'])
    const checkpoint = answerOf(transaction.objectStore('checkpoints').get('cached-list'))
    const newest = await answerOf(transaction.objectStore('segments').openKeyCursor(null, 'prev'))
    const isOfNow = (await checkpoint)?.segment === newest?.key
    database.close()
    return isOfNow
  })

/** Opens a page whose app script waits until the test releases it. */
async function openHeld(context: BrowserContext, address: string) {
  const held: (() => void)[] = []
  const page = await context.newPage()
  await page.route(/\/assets\/start-[^/]*\.js$/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.goto(`${address}/messages`, { waitUntil: 'commit' })
  const letGo = () => {
    for (const resolve of held) resolve()
  }
  return { page, letGo }
}

test('a start paints the cached list before the app has loaded, and follows a click made meanwhile', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  await say(ben, ada, 'painted first')
  await ada.page.goto(`${server.address}/messages`)
  await expect(ada.page.getByRole('link', { name: /^Ben/ })).toContainText('painted first')
  await expect.poll(() => isStored(ada.page)).toBe(true)
  await ada.page.close()

  const start = await openHeld(ada.context, server.address)
  await expect(painted(start.page)).toContainText('painted first')
  await painted(start.page).getByText('painted first').click()
  start.letGo()
  await expect(start.page.getByRole('log', { name: 'Messages' })).toContainText('painted first')
  await expect(painted(start.page)).toHaveCount(0)
  await start.page.close()
})

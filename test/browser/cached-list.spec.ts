import type { Page } from '@playwright/test'
import { delayRequests, expect, meetCaller, test } from './support/journey.ts'
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

test('a start paints the cached list and fetches the code of the account before the app has loaded, and follows a click made meanwhile', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await meetCaller(browser, server)
  await say(ben, ada, 'painted first')
  await ada.page.goto(`${server.address}/messages`)
  await expect(ada.page.getByRole('link', { name: /^Ben/ })).toContainText('painted first')
  await expect.poll(() => isStored(ada.page)).toBe(true)
  await ada.page.close()

  const page = await ada.context.newPage()
  const release = await delayRequests(page, /\/assets\/start-[^/]*\.js$/)
  const account = page.waitForRequest(/\/assets\/account-[^/]*\.js$/)
  await page.goto(`${server.address}/messages`, { waitUntil: 'commit' })
  await expect(painted(page)).toContainText('painted first')
  await painted(page).getByText('painted first').click()
  await account
  release()
  await expect(page.getByRole('log', { name: 'Messages' })).toContainText('painted first')
  await expect(painted(page)).toHaveCount(0)
  await page.close()
})

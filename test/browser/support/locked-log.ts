import type { BrowserContext, Page } from '@playwright/test'
import { userId } from '#schemas/ids.ts'
import { accountDatabaseName } from '#streams/storage/databases.ts'

/** Opens a page of the server's origin that does not run the app. */
export async function openBlankPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage()
  await page.route('**/blank', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>-</title>' }),
  )
  await page.goto(`${address}/blank`)
  return page
}

/** Holds the write lock of an account's log until released. The page that holds it runs no app. */
export const lockLog = (page: Page, account: number): Promise<{ release: () => Promise<void> }> =>
  page
    .evaluateHandle(
      (name) =>
        new Promise<{ isReleased: boolean }>((resolve, reject) => {
          const opening = indexedDB.open(name)
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const holding = { isReleased: false }
            const table = opening.result.transaction('segments', 'readwrite').objectStore('segments')
            const goOn = () => {
              if (holding.isReleased) opening.result.close()
              else table.count().onsuccess = goOn
            }
            table.count().onsuccess = () => {
              resolve(holding)
              goOn()
            }
          }
        }),
      accountDatabaseName(userId(account)),
    )
    .then((handle) => ({
      release: () =>
        handle.evaluate((holding) => {
          holding.isReleased = true
        }),
    }))

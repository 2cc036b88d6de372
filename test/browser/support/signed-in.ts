import { expect, type Page } from '@playwright/test'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { deviceDatabase } from '#streams/storage/databases.ts'
import type { RunningServer } from './server.ts'

/** Opens the app with a stored sign-in. Ends on the conversation list. */
export async function openSignedIn(
  page: Page,
  server: Pick<RunningServer, 'address'>,
  account: StoredAccount,
): Promise<void> {
  await storeAccount(page, server.address, account)
  await page.goto(`${server.address}/messages`)
  // A development server compiles the first page while it loads.
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible({ timeout: 60_000 })
}

/** Stores an account where the app expects it, from a page of the same origin without scripts. */
export async function storeAccount(page: Page, address: string, account: StoredAccount): Promise<void> {
  await page.goto(`${address}/icon.svg`)
  await page.evaluate(writeAccountRecords, { tables: deviceDatabase, account })
}

/** Runs in the page. */
function writeAccountRecords({
  tables,
  account,
}: {
  tables: typeof deviceDatabase
  account: StoredAccount
}): Promise<void> {
  const { name, version, keyPaths } = tables
  const opening = indexedDB.open(name, version)
  opening.onupgradeneeded = () => {
    for (const [table, keyPath] of Object.entries(keyPaths))
      opening.result.createObjectStore(table, { keyPath })
  }
  return new Promise((resolve, reject) => {
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction(['accounts', 'settings'], 'readwrite')
      transaction.objectStore('accounts').put(account)
      transaction.objectStore('settings').put({ key: 'chosen', value: account.userId })
      transaction.onerror = () => reject(transaction.error)
      transaction.oncomplete = () => {
        opening.result.close()
        resolve()
      }
    }
  })
}

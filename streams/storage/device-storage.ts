import { accountDatabaseName } from './database-names.ts'
import type { DatabasePlatform } from './database-platform.ts'
import { deleteDatabase } from './device-database.ts'
import { createDeviceDirectory } from './device-directory.ts'
import type { Storage } from './storage.ts'

/** Loads what opens accounts, which nobody needs before somebody is signed in. Rejects when it cannot be loaded. */
export const loadAccountOpening = async () => (await import('./dexie-accounts.ts')).createDexieAccounts

/**
 * The browser's storage: one database for the device and one per account, opened when they are needed.
 * Every operation may reject with a `StorageError`.
 */
export function createDeviceStorage(platform: DatabasePlatform): Storage {
  let opening: Promise<Storage['open']> | undefined
  const load = async () => {
    try {
      return (await loadAccountOpening())(platform)
    } catch (cause) {
      // The next to ask loads it again.
      opening = undefined
      throw cause
    }
  }
  return {
    accounts: createDeviceDirectory(platform),
    async open(account) {
      opening ??= load()
      return (await opening)(account)
    },
    destroy: (account) => deleteDatabase(accountDatabaseName(account), platform),
  }
}

import type { UserId } from '#schemas/ids.ts'
import { accountDatabaseName } from './database-names.ts'
import type { DatabasePlatform } from './database-platform.ts'
import { createDexieAccount, type DexieAccount } from './dexie-account-storage.ts'
import type { Storage } from './storage.ts'
import { isFault } from './storage-error.ts'

/** Opens the databases of accounts, one each. Rejects with a `StorageError`. */
export function createDexieAccounts(platform: DatabasePlatform): Storage['open'] {
  /** Openings that another tab blocks and nobody waits for; they cannot be taken back, so the next one to ask goes on. */
  const blocked = new Map<UserId, DexieAccount>()
  return async (account) => {
    const opening = blocked.get(account) ?? createDexieAccount(accountDatabaseName(account), platform)
    blocked.delete(account)
    try {
      await opening.ready()
    } catch (cause) {
      if (isFault(cause, 'blocked')) blocked.set(account, opening)
      else opening.storage.close()
      throw cause
    }
    return opening.storage
  }
}

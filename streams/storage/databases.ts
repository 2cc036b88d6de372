import type { UserId } from '#schemas/ids.ts'

/** The browser's IndexedDB, as the composition root found it. */
export interface DatabasePlatform {
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
}

/**
 * The device's database: accounts, small settings and pending wipes, each table with its key. `version` is IndexedDB's:
 * ten times Dexie's.
 */
export const deviceDatabase = {
  name: 'chat-device',
  version: 10,
  keyPaths: { accounts: 'userId', settings: 'key', wipes: 'userId' },
} as const

/** The database of one account. */
export const accountDatabaseName = (account: UserId): string => `chat-${account}`
/** IndexedDB's: ten times Dexie's. */
export const accountDatabaseVersion = 20

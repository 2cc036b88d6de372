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

/**
 * The value that was read, or why there is none: no database, or one of an older version that Dexie must upgrade first.
 */
type DatabaseReading<Value> =
  | { readonly status: 'read'; readonly value: Value }
  | { readonly status: 'missing' | 'outdated' }

/**
 * Reads a database of exactly this version in one transaction, without Dexie: for code that runs before the bundle, and
 * on the sign-in page. It never creates or upgrades a database, never waits for other tabs to close it, and closes its
 * connection. Rejects with the browser's error, and with a `VersionError` if the database is of a newer version.
 */
export async function readDatabase<Value>(
  { indexedDB }: Pick<DatabasePlatform, 'indexedDB'>,
  { name, version }: { readonly name: string; readonly version: number },
  tables: readonly string[],
  read: (table: (name: string) => IDBObjectStore) => Promise<Value>,
): Promise<DatabaseReading<Value>> {
  const database = await openExisting(indexedDB, name)
  if (!database) return { status: 'missing' }
  try {
    if (database.version < version) return { status: 'outdated' }
    if (database.version > version) throw new DOMException('made by a newer version', 'VersionError')
    const transaction = database.transaction([...tables], 'readonly')
    return { status: 'read', value: await read((table) => transaction.objectStore(table)) }
  } finally {
    database.close()
  }
}

/** Opens a database of any version; undefined when there is none. */
export const openExisting = (factory: IDBFactory, name: string): Promise<IDBDatabase | undefined> =>
  new Promise((resolve, reject) => {
    const request = factory.open(name)
    // Aborting the upgrade deletes the new database.
    request.onupgradeneeded = () => {
      request.transaction?.abort()
      resolve(undefined)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** The result of an IndexedDB request. Rejects with its error. */
export const requestResult = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

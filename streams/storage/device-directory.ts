import { userId } from '#schemas/ids.ts'
import { readStoredAccount } from '#schemas/storage/account.ts'
import { type DatabasePlatform, deviceDatabase, readDatabase, requestResult } from './databases.ts'
import type { AccountDirectory } from './storage.ts'
import { storageErrorOf } from './storage-error.ts'

/** The writing half of the directory, which needs Dexie. */
export interface DirectoryWriter
  extends Pick<AccountDirectory, 'put' | 'remove' | 'retire' | 'choose' | 'markForWipe'> {
  /** Opens the device's database, which creates or upgrades it. */
  open(): Promise<void>
}

type Table = keyof typeof deviceDatabase.keyPaths

/**
 * The browser's account directory. Reads without Dexie, so that the sign-in page need not load it; `loadWriter` loads
 * it for the first write. Each operation may reject with a `StorageError`.
 */
export function createDeviceDirectory(
  platform: Pick<DatabasePlatform, 'indexedDB'>,
  loadWriter: () => Promise<DirectoryWriter>,
): AccountDirectory {
  /**
   * True from the read of an older version until Dexie has upgraded it. A read meanwhile would queue behind a blocked
   * upgrade.
   */
  let isOutdated = false

  /** The result of a query, or undefined when nothing has been stored on this device yet. */
  const read = async <Row>(
    table: Table,
    query: (store: IDBObjectStore) => IDBRequest<Row>,
  ): Promise<Row | undefined> => {
    if (isOutdated) await (await loadWriter()).open()
    const reading = await readDatabase(platform, deviceDatabase, [table], (store) =>
      requestResult(query(store(table))),
    ).catch((cause: unknown) => {
      throw storageErrorOf(cause) ?? cause
    })
    isOutdated = reading.status === 'outdated'
    if (isOutdated) return read(table, query)
    return reading.status === 'read' ? reading.value : undefined
  }

  return {
    async list() {
      const rows: readonly unknown[] = (await read('accounts', (store) => store.getAll())) ?? []
      return rows.flatMap((row) => readStoredAccount(row) ?? [])
    },
    async chosen() {
      const row: unknown = await read('settings', (store) => store.get('chosen'))
      const value = typeof row === 'object' && row !== null && 'value' in row ? row.value : undefined
      return typeof value === 'number' ? userId(value) : undefined
    },
    async pendingWipes() {
      const keys = (await read('wipes', (store) => store.getAllKeys())) ?? []
      return keys.flatMap((key) => (typeof key === 'number' ? userId(key) : []))
    },
    put: async (account) => (await loadWriter()).put(account),
    remove: async (account) => (await loadWriter()).remove(account),
    retire: async (account) => (await loadWriter()).retire(account),
    choose: async (account) => (await loadWriter()).choose(account),
    markForWipe: async (account, isPending) => (await loadWriter()).markForWipe(account, isPending),
  }
}

import { answerOf } from './answer-of.ts'
import type { DatabasePlatform } from './database-platform.ts'
import { createSharedOpening, type SharedOpening } from './shared-opening.ts'
import { storageErrorOf } from './storage-error.ts'

/** A database's name, its version, and of each table the property that is its key. */
export interface DeviceTables {
  readonly name: string
  /** As IndexedDB counts. */
  readonly version: number
  readonly keyPaths: Readonly<Record<string, string>>
}

/** A small database of the browser, used as it is: it is read before it is known whether anybody is signed in. */
export interface DeviceDatabase {
  /**
   * Runs `work` in one transaction over these tables, and resolves with what it gives once all of it is stored. A `work`
   * that waits for anything else than its requests loses the transaction. Rejects with a `StorageError` when the
   * storage is faulty: 'blocked' at once while another tab keeps it from opening.
   */
  run<Value>(
    mode: IDBTransactionMode,
    tables: readonly string[],
    work: (table: (name: string) => IDBObjectStore) => Promise<Value> | Value,
  ): Promise<Value>
}

/** Resolves once everything in the transaction is stored. */
export const stored = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'))
  })

/** Opened by the first use, given up to a newer page, and opened anew by the use after the browser closed it. */
export function createDeviceDatabase(
  tables: DeviceTables,
  { indexedDB }: Pick<DatabasePlatform, 'indexedDB'>,
): DeviceDatabase {
  let connection: IDBDatabase | undefined

  const letGo = () => {
    connection?.close()
    connection = undefined
  }

  const opening: SharedOpening<IDBDatabase> = createSharedOpening(async () => {
    const database = await openTables(tables, indexedDB, opening.block)
    database.onversionchange = letGo
    database.onclose = letGo
    connection = database
    return database
  })

  return {
    async run(mode, names, work) {
      try {
        const database = connection ?? (await opening.join())
        const transaction = database.transaction([...names], mode, { durability: 'relaxed' })
        const [value] = await Promise.all([
          work((name) => transaction.objectStore(name)),
          stored(transaction),
        ])
        return value
      } catch (cause) {
        const error = storageErrorOf(cause)
        // What is left of a lost connection is let go, so that the next operation opens another.
        if (error?.kind === 'connection-lost') letGo()
        throw error ?? cause
      }
    },
  }
}

function openTables(
  { name, version, keyPaths }: DeviceTables,
  indexedDB: IDBFactory,
  blocked: () => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(name, version)
  request.onblocked = blocked
  request.onupgradeneeded = () => {
    const database = request.result
    for (const [table, keyPath] of Object.entries(keyPaths))
      if (!database.objectStoreNames.contains(table)) database.createObjectStore(table, { keyPath })
  }
  return answerOf(request)
}

/** Deletes a database whole, also one that is not there; waits for tabs that have it open. */
export async function deleteDatabase(name: string, { indexedDB }: Pick<DatabasePlatform, 'indexedDB'>) {
  try {
    await answerOf(indexedDB.deleteDatabase(name))
  } catch (cause) {
    throw storageErrorOf(cause) ?? cause
  }
}

import type { Dexie } from 'dexie'
import type { DatabasePlatform } from './database-platform.ts'
import { createSharedOpening } from './shared-opening.ts'
import { StorageDestroyed, StorageError, storageErrorOf } from './storage-error.ts'

/**
 * Options every database of ours opens with: relaxed durability survives a crash of the browser, not of the power;
 * only the connection opens it, which looks at what it opened.
 */
export const databaseOptions = (platform: DatabasePlatform) =>
  ({
    indexedDB: refusingDowngrades(platform.indexedDB),
    IDBKeyRange: platform.IDBKeyRange,
    chromeTransactionDurability: 'relaxed',
    autoOpen: false,
  }) as const

/**
 * Dexie answers a database of a newer version by opening whatever there is, and adds what it misses. Data of a newer
 * app must not be touched, so an opening without a version is refused.
 */
function refusingDowngrades(factory: IDBFactory): IDBFactory {
  return {
    open(name, version) {
      if (version === undefined) throw new DOMException('made by a newer version', 'VersionError')
      return factory.open(name, version)
    },
    deleteDatabase: (name) => factory.deleteDatabase(name),
    databases: () => factory.databases(),
    cmp: (first, second) => factory.cmp(first, second),
  }
}

/**
 * One database as operations use it: a connection that the browser closed is opened anew by the next operation, but not to a
 * database that stands in the place of a destroyed one.
 */
export interface Connection {
  /**
   * Runs an operation on the open database. Rejects with a `StorageError` when the storage is faulty: 'blocked' at once
   * while another tab keeps it from opening.
   */
  run<Value>(operation: () => PromiseLike<Value>): Promise<Value>
  close(): void
}

/** The one place where the browser's errors become ours. */
export function createConnection(database: Dexie): Connection {
  let isClosed = false
  const opening = createSharedOpening(() => database.open())
  database.on('blocked', opening.block)
  let isDestroyed = false
  database.on('versionchange', ({ newVersion }) => {
    isDestroyed ||= newVersion === null
  })

  /** What has to be waited for; nothing while the database is open, so that an operation begins in the step that asks for it. */
  const notReady = (): Promise<unknown> | undefined => {
    if (isClosed) throw new StorageError('connection-lost')
    if (isDestroyed) throw new StorageDestroyed()
    return opening.isUnderWay() || !database.isOpen() ? opening.join() : undefined
  }

  return {
    async run(operation) {
      try {
        const waiting = notReady()
        if (waiting) await waiting
        return await operation()
      } catch (cause) {
        const error = storageErrorOf(cause)
        // What is left of a lost connection is let go, so that the next operation opens another.
        if (error?.kind === 'connection-lost' && !opening.isUnderWay())
          database.close({ disableAutoOpen: false })
        throw error ?? cause
      }
    },
    close() {
      isClosed = true
      database.close()
    },
  }
}

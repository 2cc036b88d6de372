import type { Dexie } from 'dexie'
import type { DatabasePlatform } from './databases.ts'
import { StorageDestroyed, StorageError, storageErrorOf } from './storage-error.ts'

/**
 * The options of every Dexie database. Relaxed durability survives a crash of the browser, but not a power failure.
 * Only `createConnection` opens a database, so that it sees what was opened.
 */
export const databaseOptions = (platform: DatabasePlatform) =>
  ({
    indexedDB: rejectNewerVersions(platform.indexedDB),
    IDBKeyRange: platform.IDBKeyRange,
    chromeTransactionDurability: 'relaxed',
    autoOpen: false,
  }) as const

/**
 * When the stored version is newer, Dexie opens the database without a version and adds missing tables. Data of a newer
 * app must not be touched, so this factory rejects an opening without a version.
 */
function rejectNewerVersions(factory: IDBFactory): IDBFactory {
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
 * The connection to one database. An operation reopens a connection that the browser closed, except after another tab
 * has deleted the database: a new database of that name is not this one.
 */
export interface Connection {
  /**
   * Runs an operation on the open database. Rejects with a `StorageError`; with 'blocked' immediately while another tab
   * blocks the opening.
   */
  run<Value>(operation: () => PromiseLike<Value>): Promise<Value>
  close(): void
}

/** Translates errors of Dexie and the browser into a `StorageError`. */
export function createConnection(database: Dexie): Connection {
  const opening = createSharedOpening(() => database.open())
  let isClosed = false
  let isDestroyed = false
  const reopenLater = () => database.close({ disableAutoOpen: false })

  // Returning false stops Dexie's own listeners, which write to the console.
  database.on('blocked', () => {
    opening.block()
    return false
  })
  database.on('versionchange', ({ newVersion }) => {
    isDestroyed ||= newVersion === null
    reopenLater()
    return false
  })

  /** Undefined while the database is open, so that an operation starts synchronously. */
  const whenOpen = (): Promise<unknown> | undefined => {
    if (isClosed) throw new StorageError('connection-lost')
    if (isDestroyed) throw new StorageDestroyed()
    return opening.isPending() || !database.isOpen() ? opening.join() : undefined
  }

  return {
    async run(operation) {
      try {
        const waiting = whenOpen()
        if (waiting) await waiting
        return await operation()
      } catch (cause) {
        const error = storageErrorOf(cause)
        // Closes what is left of a lost connection, so that the next operation opens another.
        if (error?.kind === 'connection-lost' && !opening.isPending()) reopenLater()
        throw error ?? cause
      }
    },
    close() {
      isClosed = true
      database.close()
    },
  }
}

/** One opening of a database that all callers wait for. */
interface SharedOpening {
  /**
   * Starts to open, or joins the pending opening. Rejects as the opening does, and immediately with the fault 'blocked'
   * while another tab blocks it.
   */
  join(): Promise<unknown>
  /** Rejects all waiting callers with 'blocked', and later ones until the opening has ended. */
  block(): void
  isPending(): boolean
}

function createSharedOpening(open: () => PromiseLike<unknown>): SharedOpening {
  let pending: Promise<unknown> | undefined
  let isBlocked = false
  const waiting = new Set<(error: StorageError) => void>()

  const start = async (): Promise<unknown> => {
    try {
      return await open()
    } finally {
      pending = undefined
      isBlocked = false
    }
  }

  return {
    join() {
      pending ??= start()
      const opened = pending
      // A failure is not unhandled after all callers were rejected with 'blocked'.
      opened.catch(() => {})
      if (isBlocked) return Promise.reject(new StorageError('blocked'))
      return new Promise((resolve, reject) => {
        waiting.add(reject)
        opened.then(resolve, reject).finally(() => waiting.delete(reject))
      })
    },
    block() {
      isBlocked = true
      for (const reject of [...waiting]) reject(new StorageError('blocked'))
    },
    isPending: () => pending !== undefined,
  }
}

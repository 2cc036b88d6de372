import type { DatabasePlatform } from './database-platform.ts'
import { createDeviceStorage } from './device-storage.ts'
import type { Storage } from './storage.ts'
import { StorageError } from './storage-error.ts'

/**
 * The browser's storage, or one that says of every operation that there is none (private windows of some browsers):
 * what becomes of a fault is the client's to decide.
 */
export function openStorage({ indexedDB, IDBKeyRange }: Partial<DatabasePlatform>): Storage {
  return indexedDB && IDBKeyRange ? createDeviceStorage({ indexedDB, IDBKeyRange }) : createMissingStorage()
}

function createMissingStorage(): Storage {
  const refuse = () => Promise.reject(new StorageError('unavailable'))
  return {
    accounts: {
      list: refuse,
      put: refuse,
      remove: refuse,
      retire: refuse,
      chosen: refuse,
      choose: refuse,
      pendingWipes: refuse,
      markForWipe: refuse,
      clientId: refuse,
    },
    open: refuse,
    destroy: refuse,
  }
}

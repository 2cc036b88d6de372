import { onceLoaded } from '../once-loaded.ts'
import type { DatabasePlatform } from './databases.ts'
import { createDeviceDirectory } from './device-directory.ts'
import type { Storage } from './storage.ts'
import { StorageError } from './storage-error.ts'

/**
 * The browser's storage: one database for the device and one per account, opened when they are needed. Without
 * IndexedDB, as in private windows of some browsers, each operation rejects with the fault 'unavailable'.
 */
export function openStorage({ indexedDB, IDBKeyRange }: Partial<DatabasePlatform>): Storage {
  return indexedDB && IDBKeyRange ? createDeviceStorage({ indexedDB, IDBKeyRange }) : createMissingStorage()
}

/** Loads the Dexie adapter, which reading the directory does not need. Rejects when the file cannot be loaded. */
export const loadDexieStorage = async () => (await import('./dexie-storage.ts')).createDexieStorage

function createDeviceStorage(platform: DatabasePlatform): Storage {
  const load = onceLoaded(async () => (await loadDexieStorage())(platform))
  return {
    accounts: createDeviceDirectory(platform, async () => (await load()).directory),
    open: async (account) => (await load()).open(account),
    destroy: async (account) => (await load()).destroy(account),
  }
}

function createMissingStorage(): Storage {
  const reject = () => Promise.reject(new StorageError('unavailable'))
  return {
    accounts: {
      list: reject,
      put: reject,
      remove: reject,
      retire: reject,
      chosen: reject,
      choose: reject,
      pendingWipes: reject,
      markForWipe: reject,
    },
    open: reject,
    destroy: reject,
  }
}

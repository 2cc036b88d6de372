import type { DatabasePlatform } from './dexie-account-storage.ts'
import { openDexieStorage } from './dexie-storage.ts'
import { createMemoryDisk } from './memory-storage.ts'
import type { Storage } from './storage.ts'

/** A storage, and whether what it holds outlives the page. */
export interface OpenedStorage {
  readonly storage: Storage
  readonly isDurable: boolean
}

/**
 * The browser's database, or memory when there is none or the browser refuses it (private windows, a full disk):
 * the client then works until the page goes, and says so.
 */
export async function openStorage(platform: Partial<DatabasePlatform>): Promise<OpenedStorage> {
  const { indexedDB, IDBKeyRange } = platform
  if (!indexedDB || !IDBKeyRange) return inMemory()
  try {
    return { storage: await openDexieStorage({ indexedDB, IDBKeyRange }), isDurable: true }
  } catch {
    // Whatever the reason, there is nothing to be done about it here; `isDurable` tells the person.
    return inMemory()
  }
}

const inMemory = (): OpenedStorage => ({ storage: createMemoryDisk().storage(), isDurable: false })

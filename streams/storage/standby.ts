import { createMemoryDisk } from './memory-storage.ts'
import type { Storage } from './storage.ts'
import { createStorageHealthBoard, type StorageHealthBoard } from './storage-health.ts'

/** What a client goes on with while its storage is faulty; it lives as long as the page. */
export interface Standby {
  /** In the place of what cannot be opened, and for what an account left unsaved when it was closed. */
  readonly memory: Storage
  readonly board: StorageHealthBoard
}

export const createStandby = (): Standby => ({
  memory: createMemoryDisk().storage(),
  board: createStorageHealthBoard(),
})

import type { MemoryAccounts } from './memory-account-storage.ts'
import { createStorageHealthBoard, type StorageHealthBoard } from './storage-health.ts'

/** What a client goes on with while its storage is faulty; it lives as long as the page. */
export interface Standby {
  /**
   * In the place of what cannot be opened, and for what an account left unsaved when it was closed. They stand here by
   * themselves: a page without anybody signed in need not know how they are read.
   */
  readonly accounts: MemoryAccounts
  readonly board: StorageHealthBoard
}

export const createStandby = (): Standby => ({ accounts: new Map(), board: createStorageHealthBoard() })

import type { UserId } from '#schemas/ids.ts'
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
  /** For whoever opens an account: aborted once it is forgotten, after which nothing of this opening is left here. */
  forgetting(account: UserId): AbortSignal
  /** Lets go of what is held of an account, and of what is open of it when that is closed. */
  forget(account: UserId): void
}

export function createStandby(): Standby {
  const accounts: MemoryAccounts = new Map()
  const forgetting = new Map<UserId, AbortController>()
  return {
    accounts,
    board: createStorageHealthBoard(),
    forgetting(account) {
      const controller = forgetting.get(account) ?? new AbortController()
      forgetting.set(account, controller)
      return controller.signal
    },
    forget(account) {
      accounts.delete(account)
      forgetting.get(account)?.abort()
      forgetting.delete(account)
    },
  }
}

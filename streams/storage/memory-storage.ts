import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { createMemoryAccount, type MemoryAccount, openMemoryAccount } from './memory-account-storage.ts'
import type { AccountDirectory, Storage } from './storage.ts'

/** Called before each operation takes effect; it may throw, reject or pause, and then nothing has changed. */
export type StorageGate = (operation: string) => Promise<void> | void

/** What one device keeps; every tab of the device opens its own `Storage` over it. */
export interface MemoryDisk {
  /** A tab's view of the disk. Operations resolve on microtasks alone. */
  storage(gate?: StorageGate): Storage
}

interface DirectoryState {
  readonly accounts: Map<UserId, StoredAccount>
  readonly wipes: Set<UserId>
  chosen: UserId | undefined
  clientId: string | undefined
}

/** A device's storage in memory: for tests, bots, and browsers that refuse IndexedDB. */
export function createMemoryDisk(): MemoryDisk {
  const databases = new Map<UserId, MemoryAccount>()
  const directory: DirectoryState = {
    accounts: new Map(),
    wipes: new Set(),
    chosen: undefined,
    clientId: undefined,
  }
  const storage = (gate: StorageGate = () => {}): Storage => ({
    accounts: openDirectory(directory, gate),
    async open(account) {
      await gate('open')
      const database = databases.get(account) ?? createMemoryAccount()
      databases.set(account, database)
      return openMemoryAccount(database, gate)
    },
    async destroy(account) {
      await gate('destroy')
      databases.delete(account)
    },
  })
  return { storage }
}

const openDirectory = (state: DirectoryState, gate: StorageGate): AccountDirectory => ({
  async list() {
    await gate('accounts.list')
    return structuredClone([...state.accounts.values()])
  },
  async put(account) {
    await gate('accounts.put')
    state.accounts.set(account.userId, structuredClone(account))
  },
  async remove(account) {
    await gate('accounts.remove')
    state.accounts.delete(account)
    if (state.chosen === account) state.chosen = undefined
  },
  async chosen() {
    await gate('accounts.chosen')
    return state.chosen
  },
  async choose(account) {
    await gate('accounts.choose')
    state.chosen = account
  },
  async pendingWipes() {
    await gate('accounts.pendingWipes')
    return [...state.wipes]
  },
  async markForWipe(account, isPending) {
    await gate('accounts.markForWipe')
    if (isPending) state.wipes.add(account)
    else state.wipes.delete(account)
  },
  async clientId(create) {
    await gate('accounts.clientId')
    state.clientId ??= create()
    return state.clientId
  },
})

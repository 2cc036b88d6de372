import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { AccountDirectory } from './storage.ts'

/** Called before each operation takes effect; it may throw, reject or pause, and then nothing has changed. */
export type StorageGate = (operation: string) => Promise<void> | void

/** A device's directory of accounts in memory. */
export interface DirectoryState {
  readonly accounts: Map<UserId, StoredAccount>
  readonly wipes: Set<UserId>
  chosen: UserId | undefined
}

export const createDirectoryState = (): DirectoryState => ({
  accounts: new Map(),
  wipes: new Set(),
  chosen: undefined,
})

/** Opens the directory for one tab. Accounts are copied on writes and reads. */
export const openDirectory = (state: DirectoryState, gate: StorageGate = () => {}): AccountDirectory => ({
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
    removeEntry(state, account)
  },
  async retire(account) {
    await gate('accounts.retire')
    state.wipes.add(account)
    removeEntry(state, account)
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
})

function removeEntry(state: DirectoryState, account: UserId): void {
  state.accounts.delete(account)
  if (state.chosen === account) state.chosen = undefined
}

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
  /** An independent disk with the same contents, or with the accounts and their logs alone. */
  copy(part: 'everything' | 'logs'): MemoryDisk
  /** All that is stored, as JSON, to search it for what must not be there. */
  toJson(): string
}

interface DirectoryState {
  readonly accounts: Map<UserId, StoredAccount>
  readonly wipes: Set<UserId>
  chosen: UserId | undefined
  clientId: string | undefined
}

type Databases = Map<UserId, MemoryAccount>

/** A device's storage in memory: for tests, bots, and browsers that refuse IndexedDB. */
export const createMemoryDisk = (): MemoryDisk =>
  openDisk(new Map(), { accounts: new Map(), wipes: new Set(), chosen: undefined, clientId: undefined })

function openDisk(databases: Databases, directory: DirectoryState): MemoryDisk {
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
  return {
    storage,
    copy: (part) =>
      openDisk(part === 'logs' ? logsOf(databases) : structuredClone(databases), structuredClone(directory)),
    toJson: () =>
      JSON.stringify([databases, directory], (_, value: unknown) =>
        value instanceof Map || value instanceof Set ? [...value] : value,
      ),
  }
}

const logsOf = (databases: Databases): Databases =>
  new Map(
    [...databases].map(([id, { segments }]) => [
      id,
      { ...createMemoryAccount(), segments: structuredClone(segments) },
    ]),
  )

function takeOff(state: DirectoryState, account: UserId): void {
  state.accounts.delete(account)
  if (state.chosen === account) state.chosen = undefined
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
    takeOff(state, account)
  },
  async retire(account) {
    await gate('accounts.retire')
    state.wipes.add(account)
    takeOff(state, account)
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

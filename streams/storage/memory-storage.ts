import { createMemoryAccount, type MemoryAccounts, openAccountIn } from './memory-account-storage.ts'
import { createDirectoryState, type DirectoryState, openDirectory } from './memory-directory.ts'
import type { Storage } from './storage.ts'
import { StorageDestroyed } from './storage-error.ts'

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

/** A device's storage in memory: for tests and bots. */
export const createMemoryDisk = (): MemoryDisk => openDisk(new Map(), createDirectoryState())

function openDisk(databases: MemoryAccounts, directory: DirectoryState): MemoryDisk {
  const storage = (gate: StorageGate = () => {}): Storage => ({
    accounts: openDirectory(directory, gate),
    async open(account) {
      await gate('open')
      const refuseWhenDestroyed = () => {
        if (databases.get(account) !== opened) throw new StorageDestroyed()
      }
      const storage = openAccountIn(databases, account, (operation) => {
        const waiting = gate(operation)
        return waiting ? waiting.then(refuseWhenDestroyed) : refuseWhenDestroyed()
      })
      const opened = databases.get(account)
      return storage
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

const logsOf = (databases: MemoryAccounts): MemoryAccounts =>
  new Map(
    [...databases].map(([id, { segments }]) => [
      id,
      { ...createMemoryAccount(), segments: structuredClone(segments) },
    ]),
  )

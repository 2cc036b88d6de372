import { createMemoryAccount, type MemoryAccounts, openAccountIn } from './memory-account-storage.ts'
import {
  createDirectoryState,
  type DirectoryState,
  openDirectory,
  type StorageGate,
} from './memory-directory.ts'
import type { Storage } from './storage.ts'
import { StorageDestroyed } from './storage-error.ts'

/** The data of one device. Each of its tabs opens a `Storage` on it. */
export interface MemoryDisk {
  /** Opens the storage for one tab. Operations settle within microtasks. */
  storage(gate?: StorageGate): Storage
  /** An independent copy of the whole disk, or of the accounts and their logs without read models. */
  copy(part: 'everything' | 'logs'): MemoryDisk
  /** All stored data as JSON, so that a test can search it for erased text. */
  toJson(): string
}

/** Creates a device's storage in memory, for tests and bots. */
export const createMemoryDisk = (): MemoryDisk => openDisk(new Map(), createDirectoryState())

function openDisk(databases: MemoryAccounts, directory: DirectoryState): MemoryDisk {
  const storage = (gate: StorageGate = () => {}): Storage => ({
    accounts: openDirectory(directory, gate),
    async open(account) {
      await gate('open')
      const rejectWhenDestroyed = () => {
        if (databases.get(account) !== opened) throw new StorageDestroyed()
      }
      const storage = openAccountIn(databases, account, (operation) => {
        const waiting = gate(operation)
        return waiting ? waiting.then(rejectWhenDestroyed) : rejectWhenDestroyed()
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

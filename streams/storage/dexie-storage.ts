import { Dexie, type EntityTable } from 'dexie'
import { type UserId, userId } from '#schemas/ids.ts'
import { readStoredAccount, type StoredAccount } from '#schemas/storage/account.ts'
import { createDexieAccount, type DexieAccount } from './dexie-account-storage.ts'
import {
  createConnection,
  type DatabasePlatform,
  databaseOptions,
  withStorageErrors,
} from './dexie-connection.ts'
import type { AccountDirectory, Storage } from './storage.ts'
import { isFault } from './storage-error.ts'

interface Setting {
  readonly key: 'chosen' | 'clientId'
  readonly value: string | number
}

/** The device's tables: accounts, small settings, and what must still be wiped. */
class DeviceDatabase extends Dexie {
  declare accounts: EntityTable<StoredAccount, 'userId'>
  declare settings: EntityTable<Setting, 'key'>
  declare wipes: EntityTable<{ userId: UserId }, 'userId'>

  constructor(platform: DatabasePlatform) {
    super('chat-device', databaseOptions(platform))
    this.version(1).stores({ accounts: 'userId', settings: 'key', wipes: 'userId' })
  }
}

const nameOf = (account: UserId): string => `chat-${account}`

/**
 * The browser's storage: one database for the device and one per account, opened when they are needed.
 * Every operation may reject with a `StorageError`.
 */
export function createDexieStorage(platform: DatabasePlatform): Storage {
  /** Openings that another tab blocks and nobody waits for; they cannot be taken back, so the next one to ask goes on. */
  const blocked = new Map<UserId, DexieAccount>()
  return {
    accounts: createDirectory(new DeviceDatabase(platform)),
    async open(account) {
      const opening = blocked.get(account) ?? createDexieAccount(nameOf(account), platform)
      blocked.delete(account)
      try {
        await opening.ready()
      } catch (cause) {
        if (isFault(cause, 'blocked')) blocked.set(account, opening)
        else opening.storage.close()
        throw cause
      }
      return opening.storage
    },
    destroy: (account) =>
      withStorageErrors(() => new Dexie(nameOf(account), databaseOptions(platform)).delete()),
  }
}

function createDirectory(device: DeviceDatabase): AccountDirectory {
  const { accounts, settings, wipes } = device
  const { run } = createConnection(device)
  const takeOff = async (account: UserId) => {
    await accounts.delete(account)
    if ((await settings.get('chosen'))?.value === account) await settings.delete('chosen')
  }
  return {
    list: () => run(async () => (await accounts.toArray()).flatMap((row) => readStoredAccount(row) ?? [])),
    put: (account) =>
      run(async () => {
        await accounts.put(account)
      }),
    remove: (account) => run(() => device.transaction('rw', accounts, settings, () => takeOff(account))),
    retire: (account) =>
      run(() =>
        device.transaction('rw', accounts, settings, wipes, async () => {
          await wipes.put({ userId: account })
          await takeOff(account)
        }),
      ),
    chosen: () =>
      run(async () => {
        const value = (await settings.get('chosen'))?.value
        return typeof value === 'number' ? userId(value) : undefined
      }),
    choose: (account) =>
      run(async () => {
        if (account === undefined) await settings.delete('chosen')
        else await settings.put({ key: 'chosen', value: account })
      }),
    pendingWipes: () => run(async () => (await wipes.toArray()).map((row) => row.userId)),
    markForWipe: (account, isPending) =>
      run(async () => {
        if (isPending) await wipes.put({ userId: account })
        else await wipes.delete(account)
      }),
    clientId: (create) =>
      run(() =>
        device.transaction('rw', settings, async () => {
          const known = (await settings.get('clientId'))?.value
          if (typeof known === 'string') return known
          const value = create()
          await settings.put({ key: 'clientId', value })
          return value
        }),
      ),
  }
}

import { Dexie, type EntityTable } from 'dexie'
import { type UserId, userId } from '#schemas/ids.ts'
import { readStoredAccount, type StoredAccount } from '#schemas/storage/account.ts'
import { type DatabasePlatform, databaseOptions, openDexieAccount } from './dexie-account-storage.ts'
import type { AccountDirectory, Storage } from './storage.ts'

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

/** The browser's storage: one database for the device and one per account. Rejects when the browser refuses it. */
export async function openDexieStorage(platform: DatabasePlatform): Promise<Storage> {
  const device = new DeviceDatabase(platform)
  await device.open()
  return {
    accounts: openDirectory(device),
    open: (account) => openDexieAccount(nameOf(account), platform),
    destroy: (account) => new Dexie(nameOf(account), databaseOptions(platform)).delete(),
  }
}

const openDirectory = (device: DeviceDatabase): AccountDirectory => {
  const { accounts, settings, wipes } = device
  return {
    list: async () => (await accounts.toArray()).flatMap((row) => readStoredAccount(row) ?? []),
    put: async (account) => {
      await accounts.put(account)
    },
    remove: (account) =>
      device.transaction('rw', accounts, settings, async () => {
        await accounts.delete(account)
        if ((await settings.get('chosen'))?.value === account) await settings.delete('chosen')
      }),
    chosen: async () => {
      const value = (await settings.get('chosen'))?.value
      return typeof value === 'number' ? userId(value) : undefined
    },
    choose: async (account) => {
      if (account === undefined) await settings.delete('chosen')
      else await settings.put({ key: 'chosen', value: account })
    },
    pendingWipes: async () => (await wipes.toArray()).map((row) => row.userId),
    markForWipe: async (account, isPending) => {
      if (isPending) await wipes.put({ userId: account })
      else await wipes.delete(account)
    },
    clientId: (create) =>
      device.transaction('rw', settings, async () => {
        const known = (await settings.get('clientId'))?.value
        if (typeof known === 'string') return known
        const value = create()
        await settings.put({ key: 'clientId', value })
        return value
      }),
  }
}

import { type UserId, userId } from '#schemas/ids.ts'
import { readStoredAccount } from '#schemas/storage/account.ts'
import { answerOf } from './answer-of.ts'
import { deviceDatabase } from './database-names.ts'
import type { DatabasePlatform } from './database-platform.ts'
import { createDeviceDatabase, type DeviceTables } from './device-database.ts'
import type { AccountDirectory } from './storage.ts'

/** The device's tables: accounts, small settings, and what must still be wiped. */
export const deviceTables: DeviceTables = {
  ...deviceDatabase,
  keyPaths: { accounts: 'userId', settings: 'key', wipes: 'userId' },
}

type Table = (name: string) => IDBObjectStore
type SettingKey = 'chosen' | 'clientId'

/** The value of a small setting, as it was stored; undefined when there is none. */
async function readSetting(table: Table, key: SettingKey): Promise<unknown> {
  const row: unknown = await answerOf(table('settings').get(key))
  return typeof row === 'object' && row !== null && 'value' in row ? row.value : undefined
}

const writeSetting = async (table: Table, key: SettingKey, value: string | number): Promise<void> => {
  await answerOf(table('settings').put({ key, value }))
}

async function takeOff(table: Table, account: UserId): Promise<void> {
  table('accounts').delete(account)
  if ((await readSetting(table, 'chosen')) === account) table('settings').delete('chosen')
}

/** The browser's account directory; every operation may reject with a `StorageError`. */
export function createDeviceDirectory(platform: Pick<DatabasePlatform, 'indexedDB'>): AccountDirectory {
  const { run } = createDeviceDatabase(deviceTables, platform)
  return {
    list: () =>
      run('readonly', ['accounts'], async (table) => {
        const rows = await answerOf(table('accounts').getAll())
        return rows.flatMap((row: unknown) => readStoredAccount(row) ?? [])
      }),
    put: (account) =>
      run('readwrite', ['accounts'], (table) => {
        table('accounts').put(account)
      }),
    remove: (account) => run('readwrite', ['accounts', 'settings'], (table) => takeOff(table, account)),
    retire: (account) =>
      run('readwrite', ['accounts', 'settings', 'wipes'], (table) => {
        table('wipes').put({ userId: account })
        return takeOff(table, account)
      }),
    chosen: () =>
      run('readonly', ['settings'], async (table) => {
        const value = await readSetting(table, 'chosen')
        return typeof value === 'number' ? userId(value) : undefined
      }),
    choose: (account) =>
      run('readwrite', ['settings'], async (table) => {
        if (account === undefined) table('settings').delete('chosen')
        else await writeSetting(table, 'chosen', account)
      }),
    pendingWipes: () =>
      run('readonly', ['wipes'], async (table) => {
        const keys = await answerOf(table('wipes').getAllKeys())
        return keys.flatMap((key) => (typeof key === 'number' ? userId(key) : []))
      }),
    markForWipe: (account, isPending) =>
      run('readwrite', ['wipes'], (table) => {
        if (isPending) table('wipes').put({ userId: account })
        else table('wipes').delete(account)
      }),
    clientId: (create) =>
      run('readwrite', ['settings'], async (table) => {
        const known = await readSetting(table, 'clientId')
        if (typeof known === 'string') return known
        const value = create()
        await writeSetting(table, 'clientId', value)
        return value
      }),
  }
}

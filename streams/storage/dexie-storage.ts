import { Dexie, type EntityTable } from 'dexie'
import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import { accountDatabaseName, type DatabasePlatform, deviceDatabase } from './databases.ts'
import type { DirectoryWriter } from './device-directory.ts'
import { createDexieAccount, type DexieAccount } from './dexie-account-storage.ts'
import { createConnection, databaseOptions } from './dexie-connection.ts'
import type { Storage } from './storage.ts'
import { isFault, storageErrorOf } from './storage-error.ts'

/** The parts of the browser's storage that need Dexie. Each operation may reject with a `StorageError`. */
export interface DexieStorage extends Pick<Storage, 'open' | 'destroy'> {
  readonly directory: DirectoryWriter
}

export const createDexieStorage = (platform: DatabasePlatform): DexieStorage => ({
  directory: createDirectoryWriter(platform),
  open: createAccountOpening(platform),
  async destroy(account) {
    try {
      await new Dexie(accountDatabaseName(account), databaseOptions(platform)).delete()
    } catch (cause) {
      throw storageErrorOf(cause) ?? cause
    }
  },
})

/** Opens the databases of accounts, one each. */
function createAccountOpening(platform: DatabasePlatform): Storage['open'] {
  /** Openings that another tab blocks. They cannot be cancelled, so the next call for the account continues them. */
  const blocked = new Map<UserId, DexieAccount>()
  return async (account) => {
    const opening = blocked.get(account) ?? createDexieAccount(accountDatabaseName(account), platform)
    blocked.delete(account)
    try {
      await opening.ready()
    } catch (cause) {
      if (isFault(cause, 'blocked')) blocked.set(account, opening)
      else opening.storage.close()
      throw cause
    }
    return opening.storage
  }
}

class DeviceDatabase extends Dexie {
  declare accounts: EntityTable<StoredAccount, 'userId'>
  declare settings: EntityTable<{ readonly key: 'chosen'; readonly value: UserId }, 'key'>
  declare wipes: EntityTable<{ readonly userId: UserId }, 'userId'>

  constructor(platform: DatabasePlatform) {
    super(deviceDatabase.name, databaseOptions(platform))
    this.version(deviceDatabase.version / 10).stores(deviceDatabase.keyPaths)
  }
}

function createDirectoryWriter(platform: DatabasePlatform): DirectoryWriter {
  const database = new DeviceDatabase(platform)
  const { run } = createConnection(database)
  const { accounts, settings, wipes } = database

  const removeAccount = async (account: UserId): Promise<void> => {
    await accounts.delete(account)
    if ((await settings.get('chosen'))?.value === account) await settings.delete('chosen')
  }

  return {
    open: () => run(async () => {}),
    put: (account) =>
      run(async () => {
        await accounts.put(account)
      }),
    remove: (account) =>
      run(() => database.transaction('rw', accounts, settings, () => removeAccount(account))),
    retire: (account) =>
      run(() =>
        database.transaction('rw', accounts, settings, wipes, async () => {
          await wipes.put({ userId: account })
          await removeAccount(account)
        }),
      ),
    choose: (account) =>
      run(async () => {
        if (account === undefined) await settings.delete('chosen')
        else await settings.put({ key: 'chosen', value: account })
      }),
    markForWipe: (account, isPending) =>
      run(async () => {
        if (isPending) await wipes.put({ userId: account })
        else await wipes.delete(account)
      }),
  }
}

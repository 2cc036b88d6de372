import { Dexie, type EntityTable, type Table } from 'dexie'
import type { UserId } from '#schemas/ids.ts'
import type { StoredAccount } from '#schemas/storage/account.ts'
import type { UploadFile } from '../upload-file.ts'
import {
  createSegmentAppend,
  fromSegmentRow,
  lastCharacter,
  readModel,
  type SegmentRow,
  toSegmentRow,
  writeModel,
} from './account-transactions.ts'
import {
  accountDatabaseName,
  accountDatabaseVersion,
  type DatabasePlatform,
  deviceDatabase,
} from './databases.ts'
import type { DirectoryWriter } from './device-directory.ts'
import { type Connection, createConnection, databaseOptions } from './dexie-connection.ts'
import type { AccountStorage, LocalFiles, Storage, StoredCheckpoint, StoredRow } from './storage.ts'
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

interface ModelRow extends StoredRow {
  readonly model: string
}
interface CheckpointRow extends StoredCheckpoint {
  readonly model: string
}
interface FileRow {
  readonly key: string
  readonly file: UploadFile
  readonly storedAt: number
}
interface EpochRow {
  readonly key: 'epoch'
  readonly value: number
}

/** One account's tables. One flush is one row of `segments`. */
class AccountDatabase extends Dexie {
  declare segments: EntityTable<SegmentRow, 'segment'>
  declare rows: Table<ModelRow, [string, string]>
  declare checkpoints: EntityTable<CheckpointRow, 'model'>
  declare meta: EntityTable<EpochRow, 'key'>
  declare files: EntityTable<FileRow, 'key'>

  constructor(name: string, platform: DatabasePlatform) {
    super(name, databaseOptions(platform))
    this.version(accountDatabaseVersion / 10).stores({
      segments: 'segment',
      rows: '[model+key]',
      checkpoints: 'model',
      meta: 'key',
      files: 'key',
    })
  }
}

/** An account's database, created when it does not exist. Wait for `ready` before using it. */
interface DexieAccount {
  readonly storage: AccountStorage
  /** Rejects with a `StorageError` when it cannot be opened. Can be called again. */
  ready(): Promise<void>
}

function createDexieAccount(name: string, platform: DatabasePlatform): DexieAccount {
  const database = new AccountDatabase(name, platform)
  const { run, close } = createConnection(database)
  const { segments, rows, checkpoints, meta } = database
  // The table's primary key is the segment's number.
  const head = async () => ((await segments.toCollection().lastKey()) as number | undefined) ?? 0
  const epoch = async () => (await meta.get('epoch'))?.value ?? 0
  const appendSegment = createSegmentAppend(() => database.backendDB())
  const storage: AccountStorage = {
    appendSegment: (build) => run(() => appendSegment(build)),
    readSegments: (after, limit) =>
      run(async () =>
        (await segments.where('segment').above(after).limit(limit).toArray()).map(fromSegmentRow),
      ),
    head: () => run(head),
    readSegmentsAt: (numbers) =>
      run(async () => {
        const found = await segments.bulkGet([...new Set(numbers)].sort((left, right) => left - right))
        return found.filter((segment) => segment !== undefined).map(fromSegmentRow)
      }),
    rewriteSegments: ({ epoch: known, segments: changed, removed = [], checkpoint }) =>
      run(() =>
        database.transaction('rw', segments, checkpoints, meta, async () => {
          if ((await epoch()) !== known) return false
          const stored = await segments.bulkGet(changed.map((row) => row.segment))
          await segments.bulkPut(changed.filter((_, index) => stored[index] !== undefined).map(toSegmentRow))
          await segments.bulkDelete([...removed])
          if (checkpoint) await checkpoints.put(checkpoint)
          await meta.put({ key: 'epoch', value: known + 1 })
          return true
        }),
      ),
    readRow: (model, key) => run(async () => (await rows.get([model, key]))?.value),
    readModel: (model, wanted) =>
      run(() => readModel(database.backendDB(), platform.IDBKeyRange, model, wanted)),
    readRows: (model, prefix = '') =>
      run(async () => {
        const found = await rows
          .where('[model+key]')
          .between([model, prefix], [model, prefix + lastCharacter])
          .toArray()
        return found.map(({ key, value }) => ({ key, value }))
      }),
    checkpoint: (model) =>
      run(async () => {
        const stored = await checkpoints.get(model)
        return stored && { segment: stored.segment, version: stored.version }
      }),
    writeModel: (write) => run(() => writeModel(database.backendDB(), platform.IDBKeyRange, write)),
    epoch: () => run(epoch),
    files: createFileStore(database.files, run),
    close,
  }
  return { storage, ready: () => run(async () => {}) }
}

const createFileStore = (files: EntityTable<FileRow, 'key'>, run: Connection['run']): LocalFiles => ({
  // Only these four fields: a caller's object may have others that cannot be stored.
  put: (key, { name, type, size, content }, storedAt) =>
    run(async () => {
      await files.put({ key, file: { name, type, size, content }, storedAt })
    }),
  read: (key) => run(async () => (await files.get(key))?.file),
  remove: (key) => run(() => files.delete(key)),
  list: () => run(async () => (await files.toArray()).map(({ key, storedAt }) => ({ key, storedAt }))),
})

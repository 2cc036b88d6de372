import { Dexie, type EntityTable, type Table } from 'dexie'
import type { UploadFile } from '../ports.ts'
import {
  type AccountStorage,
  isRefused,
  type LocalFiles,
  type ModelWrite,
  type StoredCheckpoint,
  type StoredRow,
  type StoredSegment,
} from './storage.ts'

/** The browser's database, brought by whoever opens it. */
export interface DatabasePlatform {
  readonly indexedDB: IDBFactory
  readonly IDBKeyRange: typeof IDBKeyRange
}

/** Options every database of ours opens with: relaxed durability survives a crash of the browser, not of the power. */
export const databaseOptions = (platform: DatabasePlatform) =>
  ({ ...platform, chromeTransactionDurability: 'relaxed' }) as const

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
  declare segments: EntityTable<StoredSegment, 'segment'>
  declare rows: Table<ModelRow, [string, string]>
  declare checkpoints: EntityTable<CheckpointRow, 'model'>
  declare meta: EntityTable<EpochRow, 'key'>
  declare files: EntityTable<FileRow, 'key'>

  constructor(name: string, platform: DatabasePlatform) {
    super(name, databaseOptions(platform))
    this.version(1).stores({
      segments: 'segment',
      rows: '[model+key]',
      checkpoints: 'model',
      meta: 'key',
    })
    this.version(2).stores({ files: 'key' })
  }
}

/** Above every character that keys use. */
const last = '\uffff'

/** Opens the database of that name, made when there is none. Rejects when the browser refuses it. */
export async function openDexieAccount(name: string, platform: DatabasePlatform): Promise<AccountStorage> {
  const database = new AccountDatabase(name, platform)
  await database.open()
  const { segments, rows, checkpoints, meta } = database
  const head = async () => (await segments.toCollection().lastKey()) ?? 0
  const epoch = async () => (await meta.get('epoch'))?.value ?? 0
  return {
    appendSegment: (build) =>
      database.transaction('rw', segments, async () => {
        // The table's primary key is the segment's number.
        const segment = ((await head()) as number) + 1
        const stored = { segment, events: build(segment) }
        await segments.add(stored)
        return stored
      }),
    readSegments: (after, limit) => segments.where('segment').above(after).limit(limit).toArray(),
    head: async () => (await head()) as number,
    rewriteSegments: (changed) =>
      database.transaction('rw', segments, meta, async () => {
        const known = await segments.bulkGet(changed.map((row) => row.segment))
        await segments.bulkPut(changed.filter((_, index) => known[index] !== undefined))
        await meta.put({ key: 'epoch', value: (await epoch()) + 1 })
      }),
    readRow: async (model, key) => (await rows.get([model, key]))?.value,
    readRows: async (model, prefix = '') => {
      const found = await rows
        .where('[model+key]')
        .between([model, prefix], [model, prefix + last])
        .toArray()
      return found.map(({ key, value }) => ({ key, value }))
    },
    checkpoint: async (model) => {
      const stored = await checkpoints.get(model)
      return stored && { segment: stored.segment, version: stored.version }
    },
    writeModel: (write) =>
      database.transaction('rw', rows, checkpoints, meta, async () => {
        const stored = await checkpoints.get(write.model)
        if ((await epoch()) !== write.epoch || isRefused(stored, write)) return false
        await writeRows(rows, write)
        await checkpoints.put({ ...write.checkpoint, model: write.model })
        return true
      }),
    epoch,
    files: openFiles(database.files),
    close: () => database.close(),
  }
}

const openFiles = (files: EntityTable<FileRow, 'key'>): LocalFiles => ({
  put: async (key, { name, type, size, content }, storedAt) => {
    // Only these four: what a caller's object holds besides may not be storable.
    await files.put({ key, file: { name, type, size, content }, storedAt })
  },
  read: async (key) => (await files.get(key))?.file,
  remove: (key) => files.delete(key),
  list: async () => (await files.toArray()).map(({ key, storedAt }) => ({ key, storedAt })),
})

async function writeRows(rows: Table<ModelRow, [string, string]>, write: ModelWrite): Promise<void> {
  const { model } = write
  if (write.isRebuild) await rows.where('[model+key]').between([model, ''], [model, last]).delete()
  const gone = write.rows.filter(({ value }) => value === undefined)
  const kept = write.rows.filter(({ value }) => value !== undefined)
  await rows.bulkDelete(gone.map(({ key }): [string, string] => [model, key]))
  await rows.bulkPut(kept.map(({ key, value }) => ({ model, key, value })))
}

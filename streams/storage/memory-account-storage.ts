import type { UserId } from '#schemas/ids.ts'
import type { UploadFile } from '../upload-file.ts'
import type { StorageGate } from './memory-directory.ts'
import {
  type AccountStorage,
  isRejected,
  type LocalFiles,
  type ModelWrite,
  type RowRange,
  type SegmentRewrite,
  type StoredCheckpoint,
  type StoredRow,
  type StoredSegment,
} from './storage.ts'

/** One account's database in memory. */
export interface MemoryAccount {
  /** Ascending by number. */
  readonly segments: StoredSegment[]
  readonly models: Map<string, Map<string, unknown>>
  readonly checkpoints: Map<string, StoredCheckpoint>
  readonly files: Map<string, StoredFile>
  epoch: number
}
/** The accounts of one page or device. */
export type MemoryAccounts = Map<UserId, MemoryAccount>
interface StoredFile {
  readonly file: UploadFile
  readonly storedAt: number
}

export const createMemoryAccount = (): MemoryAccount => ({
  segments: [],
  models: new Map(),
  checkpoints: new Map(),
  files: new Map(),
  epoch: 0,
})

/** Opens an account's database for one tab, and creates it when there is none. */
export function openAccountIn(
  accounts: MemoryAccounts,
  account: UserId,
  gate: StorageGate = () => {},
): AccountStorage {
  const database = accounts.get(account) ?? createMemoryAccount()
  accounts.set(account, database)
  return openMemoryAccount(database, gate)
}

/** Rows are copied in and out, as a real database does; segments are copied in and frozen. */
const openMemoryAccount = (database: MemoryAccount, gate: StorageGate): AccountStorage => ({
  async appendSegment(build) {
    await gate('appendSegment')
    const segment = headOf(database) + 1
    const events = build(segment)
    database.segments.push(frozenCopy({ segment, events }))
    return { segment, events }
  },
  async readSegments(after, limit) {
    await gate('readSegments')
    const start = database.segments.findIndex((row) => row.segment > after)
    return start < 0 ? [] : database.segments.slice(start, start + limit)
  },
  async head() {
    await gate('head')
    return headOf(database)
  },
  async readSegmentsAt(numbers) {
    await gate('readSegmentsAt')
    const wanted = new Set(numbers)
    return database.segments.filter(({ segment }) => wanted.has(segment))
  },
  async rewriteSegments(rewrite) {
    await gate('rewriteSegments')
    return rewriteSegments(database, rewrite)
  },
  async readRow(model, key) {
    await gate('readRow')
    return structuredClone(database.models.get(model)?.get(key))
  },
  async readModel(model, wanted) {
    await gate('readModel')
    const rows = wanted ? rowsAt(database, model, wanted) : rowsOf(database, model, '')
    return { checkpoint: database.checkpoints.get(model), rows }
  },
  async readRows(model, prefix = '') {
    await gate('readRows')
    return rowsOf(database, model, prefix)
  },
  async checkpoint(model) {
    await gate('checkpoint')
    return database.checkpoints.get(model)
  },
  async writeModel(write) {
    await gate('writeModel')
    return writeModel(database, write)
  },
  async epoch() {
    await gate('epoch')
    return database.epoch
  },
  files: createFileStore(database, gate),
  close() {},
})

/** The bytes are not copied, because no caller changes them in place. */
const createFileStore = ({ files }: MemoryAccount, gate: StorageGate): LocalFiles => ({
  async put(key, file, storedAt) {
    await gate('files.put')
    files.set(key, { file: { ...file }, storedAt })
  },
  async read(key) {
    await gate('files.read')
    return files.get(key)?.file
  },
  async remove(key) {
    await gate('files.remove')
    files.delete(key)
  },
  async list() {
    await gate('files.list')
    return [...files].map(([key, { storedAt }]) => ({ key, storedAt }))
  },
})

const headOf = (database: MemoryAccount): number => database.segments.at(-1)?.segment ?? 0

/** Segments are read far more often than written, so they are frozen once instead of copied for each reader. */
const frozenCopy = (segment: StoredSegment): StoredSegment => freeze(structuredClone(segment))

function freeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  for (const part of Object.values(value)) freeze(part)
  return Object.freeze(value)
}

function rowsAt(
  database: MemoryAccount,
  model: string,
  wanted: readonly (string | RowRange)[],
): readonly StoredRow[] {
  const rows = database.models.get(model)
  const keysIn = (one: string | RowRange): readonly string[] =>
    typeof one === 'string'
      ? [one]
      : [...(rows?.keys() ?? [])].filter((key) => one.from <= key && key <= one.to)
  return [...new Set(wanted.flatMap(keysIn))]
    .sort()
    .flatMap((key) => (rows?.has(key) ? [{ key, value: structuredClone(rows.get(key)) }] : []))
}

const rowsOf = (database: MemoryAccount, model: string, prefix: string): readonly StoredRow[] =>
  [...(database.models.get(model) ?? [])]
    .filter(([key]) => key.startsWith(prefix))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, value]) => ({ key, value: structuredClone(value) }))

function rewriteSegments(database: MemoryAccount, rewrite: SegmentRewrite): boolean {
  const { epoch, segments, removed, checkpoint } = rewrite
  if (database.epoch !== epoch) return false
  const changed = new Map(segments.map((row) => [row.segment, row]))
  const gone = new Set(removed)
  const kept = database.segments
    .filter(({ segment }) => !gone.has(segment))
    .map((row) => {
      const next = changed.get(row.segment)
      return next ? frozenCopy(next) : row
    })
  database.segments.splice(0, database.segments.length, ...kept)
  if (checkpoint)
    database.checkpoints.set(checkpoint.model, {
      segment: checkpoint.segment,
      version: checkpoint.version,
    })
  database.epoch += 1
  return true
}

function writeModel(database: MemoryAccount, write: ModelWrite): boolean {
  if (database.epoch !== write.epoch || isRejected(database.checkpoints.get(write.model), write)) return false
  const rows = write.isRebuild ? new Map<string, unknown>() : (database.models.get(write.model) ?? new Map())
  for (const { key, value } of write.rows) {
    if (value === undefined) rows.delete(key)
    else rows.set(key, structuredClone(value))
  }
  database.models.set(write.model, rows)
  database.checkpoints.set(write.model, write.checkpoint)
  return true
}

/**
 * The three hot paths of an account's database as plain IndexedDB transactions on Dexie's connection: Dexie's work
 * around a request takes longer than the request itself (`ingest`, `open-storage` and `send-to-paint` in
 * docs/performance.md). They reject with the browser's error.
 */

import { parseJson } from '#schemas/json-text.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import { requestResult } from './databases.ts'
import {
  isRejected,
  type ModelWrite,
  type RowRange,
  type StoredCheckpoint,
  type StoredModel,
  type StoredRow,
  type StoredSegment,
} from './storage.ts'

/** Sorts after every character that keys use. */
export const lastCharacter = '\uffff'

/** Every row of a model. */
const allRows: RowRange = { from: '', to: lastCharacter }

const relaxed = { durability: 'relaxed' } as const

/** Rows per task of a write. Between two tasks the thread is free for others. */
const rowsPerTask = 32

type Build = (segment: number) => readonly LogEvent[]

/**
 * Returns a function that appends one segment, numbered one above the last. From the second call on, the check of the
 * last segment and the write are requested together.
 */
export function createSegmentAppend(database: () => IDBDatabase): (build: Build) => Promise<StoredSegment> {
  /** The number of the next segment, unless another tab uses it. */
  let expected: number | undefined
  return async (build) => {
    const appended =
      (expected === undefined ? undefined : await appendAs(database(), build, expected)) ??
      (await appendAfterLast(database(), build))
    expected = appended.segment + 1
    return appended
  }
}

/** Returns undefined, with nothing changed, when another tab has used the number or `build` does not accept it. */
async function appendAs(
  database: IDBDatabase,
  build: Build,
  segment: number,
): Promise<StoredSegment | undefined> {
  const transaction = database.transaction('segments', 'readwrite', relaxed)
  const table = transaction.objectStore('segments')
  let isTaken = false
  const last = table.openKeyCursor(null, 'prev')
  last.onsuccess = () => {
    isTaken = numberAt(last.result) !== segment - 1
    if (isTaken) transaction.abort()
    else transaction.commit()
  }
  let events: readonly LogEvent[]
  try {
    events = build(segment)
  } catch {
    // The number is a guess. `appendAfterLast` asks again with the true one.
    transaction.abort()
    return undefined
  }
  const row = { segment, events }
  table.add(toSegmentRow(row))
  const isStored = await transactionDone(transaction).then(
    () => true,
    (cause: unknown) => {
      if (!isTaken) throw cause
      return false
    },
  )
  return isStored ? row : undefined
}

async function appendAfterLast(database: IDBDatabase, build: Build): Promise<StoredSegment> {
  const transaction = database.transaction('segments', 'readwrite', relaxed)
  const table = transaction.objectStore('segments')
  const segment = numberAt(await requestResult(table.openKeyCursor(null, 'prev'))) + 1
  const row = { segment, events: build(segment) }
  table.add(toSegmentRow(row))
  await commit(transaction)
  return row
}

/** The number of the segment at a cursor; 0 when the log is empty. */
const numberAt = (cursor: IDBCursor | null): number => (typeof cursor?.key === 'number' ? cursor.key : 0)

/** Reads a model and its checkpoint in one transaction. */
export async function readModel(
  database: IDBDatabase,
  range: Pick<typeof IDBKeyRange, 'bound'>,
  model: string,
  wanted: readonly (string | RowRange)[] = [allRows],
): Promise<StoredModel> {
  const transaction = database.transaction(['rows', 'checkpoints'], 'readonly')
  const table = transaction.objectStore('rows')
  const read = (one: string | RowRange): Promise<unknown> =>
    typeof one === 'string'
      ? requestResult<unknown>(table.get([model, one]))
      : requestResult<unknown[]>(table.getAll(range.bound([model, one.from], [model, one.to])))
  // The rows are requested first: the browser transfers them while it looks up the checkpoint.
  const rows = Promise.all([...new Set(wanted)].map(read))
  const [found, checkpoint] = await Promise.all([
    rows,
    requestResult<unknown>(transaction.objectStore('checkpoints').get(model)),
  ])
  return {
    checkpoint: isStoredCheckpoint(checkpoint)
      ? { segment: checkpoint.segment, version: checkpoint.version }
      : undefined,
    rows: sortedByKey(found.flat().filter(isRow)),
  }
}

/** Each row once, although ranges may overlap. */
function sortedByKey(rows: readonly StoredRow[]): readonly StoredRow[] {
  const byKey = new Map(rows.map(({ key, value }) => [key, { key, value }]))
  return [...byKey.values()].sort((left, right) => (left.key < right.key ? -1 : 1))
}

const isRow = (value: unknown): value is StoredRow =>
  typeof value === 'object' && value !== null && 'key' in value && 'value' in value

const isStoredCheckpoint = (value: unknown): value is StoredCheckpoint =>
  typeof value === 'object' && value !== null && 'segment' in value && 'version' in value

/** Moves a read model. Returns false, with nothing changed, when the write is rejected. */
export async function writeModel(
  database: IDBDatabase,
  range: Pick<typeof IDBKeyRange, 'bound'>,
  write: ModelWrite,
): Promise<boolean> {
  const { model, rows, isRebuild } = write
  const transaction = database.transaction(['rows', 'checkpoints', 'meta'], 'readwrite', relaxed)
  const [table, checkpoints] = [transaction.objectStore('rows'), transaction.objectStore('checkpoints')]
  const [checkpoint, epoch] = await Promise.all([
    requestResult<unknown>(checkpoints.get(model)),
    requestResult<unknown>(transaction.objectStore('meta').get('epoch')),
  ])
  const known = isStoredCheckpoint(checkpoint) ? checkpoint : undefined
  if (epochIn(epoch) !== write.epoch || isRejected(known, write)) return false
  if (isRebuild) table.delete(range.bound([model, ''], [model, lastCharacter]))
  for (let at = 0; at < rows.length; at += rowsPerTask) {
    const written = rows
      .slice(at, at + rowsPerTask)
      .map(({ key, value }) =>
        value === undefined
          ? requestResult(table.delete([model, key]))
          : requestResult(table.put({ model, key, value })),
      )
    await Promise.all(written)
  }
  checkpoints.put({ ...write.checkpoint, model })
  await commit(transaction)
  return true
}

const epochIn = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'value' in row ? row.value : 0

/** Ends a transaction without waiting for the events of its last requests. */
function commit(transaction: IDBTransaction): Promise<void> {
  const done = transactionDone(transaction)
  transaction.commit()
  return done
}

/** Resolves when a transaction is complete; rejects when it is aborted. */
export const transactionDone = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new DOMException('aborted', 'AbortError'))
  })

/**
 * A segment as IndexedDB stores it: its events as one JSON text, which takes less than half the time of structured
 * cloning. The events may also be an array.
 */
export interface SegmentRow {
  readonly segment: number
  readonly events: string | readonly unknown[]
}

export const toSegmentRow = ({ segment, events }: StoredSegment): SegmentRow => ({
  segment,
  events: JSON.stringify(events),
})

export function fromSegmentRow({ segment, events }: SegmentRow): StoredSegment {
  if (typeof events !== 'string') return { segment, events }
  const read = parseJson(events)
  // Corrupt text becomes one event, which the parser of events reports as broken.
  return { segment, events: Array.isArray(read) ? read : [events] }
}

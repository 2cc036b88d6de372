import type { LogEvent } from '#schemas/log/envelope.ts'
import { answerOf } from './answer-of.ts'
import { stored } from './device-database.ts'
import { isStoredCheckpoint, lastCharacter } from './read-model-at-once.ts'
import { toSegmentRow } from './segment-row.ts'
import { isRefused, type ModelWrite, type StoredSegment } from './storage.ts'

/**
 * Writes in transactions of the browser's own: what Dexie does around each request takes longer than such a write. They
 * reject with the browser's error, and have then changed nothing.
 */
const relaxed = { durability: 'relaxed' } as const

/** Rows that are handed over in one task: whoever else wants the thread gets it before the next ones of the transaction. */
const rowsAtOnce = 32

/**
 * Appends one segment, numbered one above the last; `build` makes its events. With the number that is expected, the look for the
 * last one and the write are asked in one go.
 */
export async function appendAtOnce(
  database: IDBDatabase,
  build: (segment: number) => readonly LogEvent[],
  expected: number | undefined,
): Promise<StoredSegment> {
  const guessed = expected === undefined ? undefined : await appendAs(database, build, expected)
  return guessed ?? appendBehindLast(database, build)
}

/** Undefined, with nothing changed, when another tab has written meanwhile. */
async function appendAs(
  database: IDBDatabase,
  build: (segment: number) => readonly LogEvent[],
  segment: number,
): Promise<StoredSegment | undefined> {
  const transaction = database.transaction('segments', 'readwrite', relaxed)
  const table = transaction.objectStore('segments')
  let isOvertaken = false
  const last = table.openKeyCursor(null, 'prev')
  last.onsuccess = () => {
    isOvertaken = numberAt(last.result) !== segment - 1
    if (isOvertaken) transaction.abort()
    else transaction.commit()
  }
  const row = { segment, events: build(segment) }
  table.add(toSegmentRow(row))
  const isStored = await stored(transaction).then(
    () => true,
    (cause: unknown) => {
      if (!isOvertaken) throw cause
      return false
    },
  )
  return isStored ? row : undefined
}

async function appendBehindLast(
  database: IDBDatabase,
  build: (segment: number) => readonly LogEvent[],
): Promise<StoredSegment> {
  const transaction = database.transaction('segments', 'readwrite', relaxed)
  const table = transaction.objectStore('segments')
  const segment = numberAt(await answerOf(table.openKeyCursor(null, 'prev'))) + 1
  const row = { segment, events: build(segment) }
  table.add(toSegmentRow(row))
  await allStored(transaction)
  return row
}

/** The number of the segment that a cursor stands at; 0 when there is none. */
const numberAt = (cursor: IDBCursor | null): number => (typeof cursor?.key === 'number' ? cursor.key : 0)

/** Moves a read model, all of it or, when that is refused, nothing: then it is false. */
export async function writeModelAtOnce(
  database: IDBDatabase,
  range: Pick<typeof IDBKeyRange, 'bound'>,
  write: ModelWrite,
): Promise<boolean> {
  const { model, rows, isRebuild } = write
  const transaction = database.transaction(['rows', 'checkpoints', 'meta'], 'readwrite', relaxed)
  const [table, checkpoints] = [transaction.objectStore('rows'), transaction.objectStore('checkpoints')]
  const [checkpoint, epoch] = await Promise.all([
    answerOf<unknown>(checkpoints.get(model)),
    answerOf<unknown>(transaction.objectStore('meta').get('epoch')),
  ])
  const known = isStoredCheckpoint(checkpoint) ? checkpoint : undefined
  if (epochIn(epoch) !== write.epoch || isRefused(known, write)) return false
  if (isRebuild) table.delete(range.bound([model, ''], [model, lastCharacter]))
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const answers = rows
      .slice(at, at + rowsAtOnce)
      .map(({ key, value }) =>
        value === undefined
          ? answerOf(table.delete([model, key]))
          : answerOf(table.put({ model, key, value })),
      )
    await Promise.all(answers)
  }
  checkpoints.put({ ...write.checkpoint, model })
  await allStored(transaction)
  return true
}

const epochIn = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && 'value' in row ? row.value : 0

/** Nothing more is asked of the transaction: it ends without waiting for the last answers to be heard. */
function allStored(transaction: IDBTransaction): Promise<void> {
  const end = stored(transaction)
  transaction.commit()
  return end
}

import { answerOf } from './answer-of.ts'
import type { RowRange, StoredCheckpoint, StoredModel, StoredRow } from './storage.ts'

/** Above every character that keys use. */
export const lastCharacter = '\uffff'

/** Every row of a model. */
const allRows: RowRange = { from: '', to: lastCharacter }

/**
 * Reads a model of an account's open database in one transaction of the browser's own: what Dexie does around each of its
 * requests takes longer than such a read, and so does a request more. Rejects with the browser's error.
 */
export async function readModelAtOnce(
  database: IDBDatabase,
  range: Pick<typeof IDBKeyRange, 'bound'>,
  model: string,
  wanted: readonly (string | RowRange)[] = [allRows],
): Promise<StoredModel> {
  const transaction = database.transaction(['rows', 'checkpoints'], 'readonly')
  const table = transaction.objectStore('rows')
  const read = (one: string | RowRange): Promise<unknown> =>
    typeof one === 'string'
      ? answerOf<unknown>(table.get([model, one]))
      : answerOf<unknown[]>(table.getAll(range.bound([model, one.from], [model, one.to])))
  // The rows are asked for first: while they come over, the database looks for the checkpoint.
  const rows = Promise.all([...new Set(wanted)].map(read))
  const [found, checkpoint] = await Promise.all([
    rows,
    answerOf<unknown>(transaction.objectStore('checkpoints').get(model)),
  ])
  return {
    checkpoint: isStoredCheckpoint(checkpoint)
      ? { segment: checkpoint.segment, version: checkpoint.version }
      : undefined,
    rows: inOrder(found.flat().filter(isRow)),
  }
}

/** Each row once, by key: what is asked for may overlap. */
function inOrder(rows: readonly StoredRow[]): readonly StoredRow[] {
  const byKey = new Map(rows.map(({ key, value }) => [key, { key, value }]))
  return [...byKey.values()].sort((left, right) => (left.key < right.key ? -1 : 1))
}

/** Whether a stored value says how far a model has come. */
export const isStoredCheckpoint = (value: unknown): value is StoredCheckpoint =>
  typeof value === 'object' && value !== null && 'segment' in value && 'version' in value

const isRow = (value: unknown): value is StoredRow =>
  typeof value === 'object' && value !== null && 'key' in value && 'value' in value

import { answerOf } from './answer-of.ts'
import type { StoredCheckpoint, StoredModel, StoredRow } from './storage.ts'

/** Above every character that keys use. */
export const lastCharacter = '\uffff'

/**
 * Reads a model of an account's open database in one transaction of the browser's own: what Dexie does around each of its
 * requests takes longer than such a read. Rejects with the browser's error.
 */
export async function readModelAtOnce(
  database: IDBDatabase,
  range: Pick<typeof IDBKeyRange, 'bound'>,
  model: string,
  keys: readonly string[] | undefined,
): Promise<StoredModel> {
  const transaction = database.transaction(['rows', 'checkpoints'], 'readonly')
  const table = transaction.objectStore('rows')
  const rows: Promise<unknown[]> = keys
    ? Promise.all([...new Set(keys)].sort().map((key) => answerOf<unknown>(table.get([model, key]))))
    : answerOf<unknown[]>(table.getAll(range.bound([model, ''], [model, lastCharacter])))
  const [checkpoint, found] = await Promise.all([
    answerOf<unknown>(transaction.objectStore('checkpoints').get(model)),
    rows,
  ])
  return {
    checkpoint: isStoredCheckpoint(checkpoint)
      ? { segment: checkpoint.segment, version: checkpoint.version }
      : undefined,
    rows: found.filter(isRow).map(({ key, value }) => ({ key, value })),
  }
}

/** Whether a stored value says how far a model has come. */
export const isStoredCheckpoint = (value: unknown): value is StoredCheckpoint =>
  typeof value === 'object' && value !== null && 'segment' in value && 'version' in value

const isRow = (value: unknown): value is StoredRow =>
  typeof value === 'object' && value !== null && 'key' in value && 'value' in value

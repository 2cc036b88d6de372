import type { UserId } from '#schemas/ids.ts'
import { cachedListKey, cachedListModel, readStoredCachedList } from '#schemas/storage/cached-list.ts'
import { answerOf } from '#streams/storage/answer-of.ts'
import {
  accountDatabaseName,
  accountDatabaseVersion,
  deviceDatabase,
} from '#streams/storage/database-names.ts'
import { type Drawing, readDrawing } from './drawing.ts'

/** Whether this page will open that account, as the device's directory says, and show its list. */
async function isChosen(factory: IDBFactory, account: UserId): Promise<boolean> {
  const { name, version } = deviceDatabase
  return inDatabase(factory, name, version, async (database) => {
    const transaction = database.transaction(['settings', 'accounts'], 'readonly')
    const [chosen, stored] = await Promise.all([
      answerOf<unknown>(transaction.objectStore('settings').get('chosen')),
      answerOf<unknown>(transaction.objectStore('accounts').get(account)),
    ])
    // Whose sign-in has ended is told so first.
    const isIn = typeof fieldOf(stored, 'token') === 'string' && fieldOf(stored, 'error') === undefined
    return isIn && fieldOf(chosen, 'value') === account
  })
}

/**
 * What the chosen account's list looked like, if nothing has been written to its log or taken out of it since; undefined
 * otherwise. Both databases are opened at once, going by who was chosen the last time: what is read of somebody who is not
 * chosen any more is dropped. Only reads: a database that is not there, or of another version, is left alone.
 */
export async function readStoredDrawing(factory: IDBFactory, expected: UserId): Promise<Drawing | undefined> {
  const [isExpected, drawing] = await Promise.all([
    isChosen(factory, expected),
    readDrawingOf(factory, expected),
  ])
  return isExpected ? drawing : undefined
}

function readDrawingOf(factory: IDBFactory, account: UserId): Promise<Drawing | undefined> {
  const name = accountDatabaseName(account)
  return inDatabase(factory, name, accountDatabaseVersion, async (database) => {
    const transaction = database.transaction(['segments', 'rows', 'checkpoints', 'meta'], 'readonly')
    const { name: model, version } = cachedListModel
    const [newest, row, checkpoint, epoch] = await Promise.all([
      answerOf(transaction.objectStore('segments').openKeyCursor(null, 'prev')),
      answerOf<unknown>(transaction.objectStore('rows').get([model, cachedListKey])),
      answerOf<unknown>(transaction.objectStore('checkpoints').get(model)),
      answerOf<unknown>(transaction.objectStore('meta').get('epoch')),
    ])
    const stored = readStoredCachedList(fieldOf(row, 'value'))
    const isOfNow =
      fieldOf(checkpoint, 'version') === version &&
      fieldOf(checkpoint, 'segment') === newest?.key &&
      stored?.epoch === (fieldOf(epoch, 'value') ?? 0)
    return isOfNow ? readDrawing(stored?.drawing) : undefined
  })
}

/** Opens a database of exactly that version, and lets it go after the work. */
async function inDatabase<Value>(
  factory: IDBFactory,
  name: string,
  version: number,
  work: (database: IDBDatabase) => Promise<Value>,
): Promise<Value> {
  const opening = factory.open(name, version)
  // What would have to be made or changed first is for the app to make.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const database = await answerOf(opening)
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

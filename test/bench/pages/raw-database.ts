import { pageOf } from '#domain/timeline/timeline-projection.ts'
import { conversationId } from '#schemas/ids.ts'
import { pageKey, timelineModel } from '#streams/projections/timeline-rows.ts'
import { transactionDone } from '#streams/storage/account-transactions.ts'
import { accountDatabaseName, requestResult } from '#streams/storage/databases.ts'
import { lengthOf, self, type World } from '../world/world.ts'

/** A raw message with its keys. */
interface RawRow {
  readonly id: number
  readonly conversation: number
  readonly frame: string
}

/** Rows of one transaction, as many as one write of our log has at most. */
const batch = 500
/** The number of messages read when a conversation is opened. */
const pageLength = 50

/**
 * Measures IndexedDB itself with one row per message: parsed, and stored under its conversation and id, with our
 * durability. It has no index, because ours has none. Returns ms.
 */
export async function writeRows(rows: readonly RawRow[]): Promise<number> {
  await requestResult(indexedDB.deleteDatabase('raw'))
  const opening = indexedDB.open('raw', 1)
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore('messages', { keyPath: ['chat.ChatSessionID', 'chat.ID'] })
  }
  const database = await requestResult(opening)
  const start = performance.now()
  for (let from = 0; from < rows.length; from += batch) {
    const transaction = database.transaction('messages', 'readwrite', { durability: 'relaxed' })
    const table = transaction.objectStore('messages')
    for (const { frame } of rows.slice(from, from + batch)) table.put(JSON.parse(frame))
    await transactionDone(transaction)
  }
  const duration = performance.now() - start
  database.close()
  return duration
}

/** Stores values as rows of one transaction. */
export async function storeAnswers(answers: readonly unknown[]): Promise<void> {
  await requestResult(indexedDB.deleteDatabase('raw'))
  const opening = indexedDB.open('raw', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('answers', { autoIncrement: true })
  const database = await requestResult(opening)
  const transaction = database.transaction('answers', 'readwrite', { durability: 'relaxed' })
  for (const value of answers) transaction.objectStore('answers').put(value)
  await transactionDone(transaction)
  database.close()
}

/** The stored message pages, read without the client. */
export interface StoredPages {
  /** Reads one page of a conversation by its key. Returns ms. */
  read(conversation: number): Promise<number>
  close(): void
}

export async function openPages(world: World): Promise<StoredPages> {
  const database = await requestResult(indexedDB.open(accountDatabaseName(self.userId)))
  return {
    async read(conversation) {
      const newest = lengthOf(world, conversation)
      const page = pageOf(Math.max(1, newest - pageLength + 1))
      const key = [timelineModel.name, pageKey(conversationId('direct', conversation), page)]
      const start = performance.now()
      const row = await requestResult(database.transaction('rows').objectStore('rows').get(key))
      const duration = performance.now() - start
      if (row === undefined) throw new Error(`${key.join(' ')} is not stored`)
      return duration
    },
    close: () => database.close(),
  }
}

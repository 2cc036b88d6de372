import { and, count, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { collectionsFull, messageTypeOfCollection } from '#domain/collections/collecting.ts'
import { filesOf, readMessageBody, writeCollected } from '#domain/message/message-body.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { CollectionType } from '#schemas/translate/collections.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { checkBody } from '../conversations/message-body.ts'
import { findMessageFile } from '../files/message-files.ts'
import { releaseFiles, saveFiles } from '../files/saved-files.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, collection } from '../store/schema/index.ts'

type Collection = typeof collection.$inferSelect

/** The maximum number of items of one account, because one response lists all of them (DEC-186). */
export const collectionLimit = 5_000
/** The maximum text of one account, bytes (DEC-186). */
export const collectionBytes = 4 * 1024 * 1024
/** The amount read between two turns of the event loop. */
const batch = { count: 200, bytes: 128 * 1024 }

/** An item to save, as the client sent it. */
export interface NewCollection {
  readonly type: CollectionType
  /** The body in the format of its type, without the thumbnail. */
  readonly content: string
  readonly smallPicturePath: string
  readonly fromType: Collection['fromType']
  readonly fromId: number
  readonly fromName: string
}

/**
 * Returns all saved items of a person, newest first. Reads in batches, so that a large collection does not block the
 * event loop.
 */
export async function readCollections(
  { database, nextTurn }: Services,
  accountId: number,
): Promise<readonly Collection[]> {
  const collections: Collection[] = []
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await database
      .select()
      .from(collection)
      .where(inArray(collection.id, idsOfBatch(accountId, before)))
      .orderBy(desc(collection.id))
    const last = rows.at(-1)
    if (!last) return collections
    collections.push(...rows)
    before = last.id
    await nextTurn?.()
  }
}

const idsOfBatch = (accountId: number, before: number): SQL => sql`(select id from (
  select id, sum(bytes) over (order by id desc) as total, row_number() over (order by id desc) as place from (
    select ${collection.id}, octet_length(${collection.content}) as bytes from ${collection}
    where ${collection.accountId} = ${accountId} and ${collection.id} < ${before}
    order by ${collection.id} desc limit ${batch.count}
  ) newest
) sized where total <= ${batch.bytes} or place = 1)`

/**
 * Saves a text, or a copy of a file that this person may see. The copy outlives its message, because a collection does
 * not refer to a message. Rejects an item that does not fit its type, that they may not see or that disappears, and one
 * item too many (DEC-186).
 */
export async function saveCollection(
  services: Services,
  accountId: number,
  { content, smallPicturePath, ...rest }: NewCollection,
): Promise<Collection> {
  const type = messageTypeOfCollection(rest.type)
  const written =
    smallPicturePath === '' || rest.type === 'text' ? content : writeCollected(smallPicturePath, content)
  const body = checkBody({ type, text: written })
  await checkFiles(services, accountId, rest.type, body)
  const createdAt = services.clock.now()
  return services.database.transaction(async (transaction) => {
    // Locked until the commit, so that two requests cannot both take the last place.
    await transaction.select({ id: account.id }).from(account).where(eq(account.id, accountId)).for('update')
    await checkRoom(transaction, accountId, written)
    const parts = splitBody(rest.type, await saveFiles(services, transaction, accountId, { type, body }))
    const [saved] = await transaction
      .insert(collection)
      .values({ ...rest, ...parts, accountId, createdAt })
      .returning()
    if (!saved) throw new Error('An inserted collection was not returned')
    return saved
  })
}

async function checkRoom(transaction: Database, accountId: number, added: string): Promise<void> {
  const [row] = await transaction
    .select({
      count: count(),
      bytes: sql<string | number>`coalesce(sum(octet_length(${collection.content})), 0)`,
    })
    .from(collection)
    .where(eq(collection.accountId, accountId))
  if (!row) return
  if (Number(row.bytes) + new TextEncoder().encode(added).length > collectionBytes)
    throw new CallRefusal(resultCode.invalid, 'collection-size')
  if (row.count < collectionLimit) return
  throw new CallRefusal(resultCode.invalid, 'collection-limit', {
    values: { count: collectionLimit },
    data: { Key: collectionsFull, Count: collectionLimit },
  })
}

async function checkFiles(
  services: Services,
  accountId: number,
  type: CollectionType,
  body: string,
): Promise<void> {
  for (const [index, { name }] of filesOf(readMessageBody(messageTypeOfCollection(type), body)).entries()) {
    const file = await findMessageFile(services, name, [accountId])
    if (!file) throw CallRefusal.wrongValue('Content', 'file-unknown')
    if (file.isDisappearing) throw CallRefusal.wrongValue('Content', 'message-not-keepable')
    // The part in front of the file is its thumbnail.
    const wanted = index === 0 ? type : 'image'
    if (wanted !== 'file' && file.kind !== wanted) throw CallRefusal.wrongValue('Content', 'file-unfit')
  }
}

/** Returns a body as collections store it: the thumbnail separately, with the names of its files. */
function splitBody(
  type: CollectionType,
  body: string,
): Pick<Collection, 'content' | 'smallPicturePath' | 'fileName' | 'smallFileName'> {
  const [file, small] = filesOf(readMessageBody(messageTypeOfCollection(type), body))
  const smallPicturePath = small ? body.slice(0, body.indexOf('|')) : ''
  return {
    content: small ? body.slice(smallPicturePath.length + 1) : body,
    smallPicturePath,
    fileName: file?.name ?? null,
    smallFileName: small?.name ?? null,
  }
}

/**
 * Deletes a saved item of this person.
 * @returns whether it existed
 */
export const deleteCollection = ({ database }: Services, accountId: number, id: number): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const [gone] = await transaction
      .delete(collection)
      .where(and(eq(collection.accountId, accountId), eq(collection.id, id)))
      .returning()
    if (!gone) return false
    await releaseFiles(transaction, [gone.fileName, gone.smallFileName])
    return true
  })

/** Returns the body of the message that sends a saved item; its thumbnail comes first [MSG-57]. */
export interface CollectedMessage {
  readonly type: string
  readonly body: string
}

/** Returns this person's saved items by their ids, without those of others and missing ones. */
export async function findCollections(
  { database }: Services,
  accountId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CollectedMessage>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .select()
    .from(collection)
    .where(and(eq(collection.accountId, accountId), inArray(collection.id, [...ids])))
  return new Map(
    rows.map(({ id, type, content, smallPicturePath }) => [
      id,
      {
        type: messageTypeOfCollection(type),
        body: smallPicturePath === '' ? content : writeCollected(smallPicturePath, content),
      },
    ]),
  )
}

import { and, eq, exists, gt, inArray, isNotNull, not, or, type SQL, sql } from 'drizzle-orm'
import { hasReadableBody } from '../conversations/message-expiry.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import {
  collection,
  conversationMember,
  message,
  savedFileUse,
  storedFile,
  userSticker,
} from '../store/schema/index.ts'
import { copyFiles } from './file-copies.ts'

/**
 * Copies the files that a message names for an account that saves them. The caller has checked that it may see them.
 * The copies share the bytes of the originals and outlive them, and any number of this person's messages may show them.
 * @returns the body, with the names of the copies
 */
export async function saveFiles(
  { random, clock }: Services,
  transaction: Database,
  ownerId: number,
  named: { readonly type: string; readonly body: string },
): Promise<string> {
  const { body, files } = await copyFiles(transaction, random, named)
  const kept = { ownerId, conversationId: null, messageId: null, createdAt: clock.now() }
  if (files.length > 0)
    await transaction.insert(storedFile).values(files.map((file) => ({ ...file, ...kept })))
  return body
}

/** Releases saved files to the sweep, which skips those that messages show. */
export async function releaseFiles(transaction: Database, names: readonly (string | null)[]): Promise<void> {
  const known = names.filter((name) => name !== null)
  if (known.length === 0) return
  await transaction.update(storedFile).set({ createdAt: 0 }).where(inArray(storedFile.name, known))
}

/** Removes all stickers and collections of a deleted account. */
export async function deleteSavedOf(transaction: Database, accountId: number): Promise<void> {
  const stickers = await transaction
    .delete(userSticker)
    .where(eq(userSticker.accountId, accountId))
    .returning({ name: userSticker.fileName })
  const saved = await transaction.delete(collection).where(eq(collection.accountId, accountId)).returning()
  await releaseFiles(transaction, [
    ...stickers.map(({ name }) => name),
    ...saved.flatMap(({ fileName, smallFileName }) => [fileName, smallFileName]),
  ])
}

/**
 * Finds the message in which one of these people may see a file that another saves; messages that stay come before
 * those that disappear. Undefined if there is none.
 */
export async function findUseFor(
  { database, clock }: Services,
  fileName: string,
  accountIds: readonly number[],
): Promise<{ readonly isDisappearing: boolean } | undefined> {
  const [row] = await database
    .select({ timerSeconds: message.timerSeconds })
    .from(savedFileUse)
    .innerJoin(message, eq(message.id, savedFileUse.messageId))
    .innerJoin(conversationMember, eq(conversationMember.conversationId, message.conversationId))
    .where(
      and(
        eq(savedFileUse.fileName, fileName),
        inArray(conversationMember.accountId, [...accountIds]),
        gt(message.id, conversationMember.historyAfterId),
        hasReadableBody(message, clock.now()),
      ),
    )
    .orderBy(sql`${message.timerSeconds} is not null`)
    .limit(1)
  return row && { isDisappearing: row.timerSeconds !== null }
}

/** Whether a stored file is neither a sticker, nor saved, nor in an existing message. */
export function isUnused(database: Database): SQL | undefined {
  const one = { one: sql`1` }
  const stickers = database.select(one).from(userSticker).where(eq(userSticker.fileName, storedFile.name))
  const collections = database
    .select(one)
    .from(collection)
    .where(or(eq(collection.fileName, storedFile.name), eq(collection.smallFileName, storedFile.name)))
  const uses = database
    .select(one)
    .from(savedFileUse)
    .innerJoin(message, eq(message.id, savedFileUse.messageId))
    .where(and(eq(savedFileUse.fileName, storedFile.name), isNotNull(message.body)))
  return and(not(exists(stickers)), not(exists(collections)), not(exists(uses)))
}

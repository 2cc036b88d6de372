import { eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { messageFilesPath } from '#domain/media/media-address.ts'
import { filesOf, readMessageBody } from '#domain/message/message-body.ts'
import { messageTypes } from '#schemas/message-types.ts'
import { createFileKey } from '../accounts/secrets.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { RandomBytes } from '../ports.ts'
import type { Database } from '../store/database.ts'
import { type message, storedFile } from '../store/schema/index.ts'

type StoredFile = typeof storedFile.$inferSelect

/** A body that names copies of its former files, and these copies, which are not attached to a message yet. */
export interface CopiedBody {
  readonly body: string
  readonly files: readonly StoredFile[]
}

/** The key of a file's bytes. */
export const bytesNameOf = ({ name, bytesName }: Pick<StoredFile, 'name' | 'bytesName'>): string =>
  bytesName ?? name

/**
 * Copies a message's files for another message. Each copy has its own name, so that its own message decides who may see
 * it and how long, and shares the bytes. Runs inside the transaction that stores the message. Rejects if one of the
 * files was removed.
 */
export async function copyFiles(
  transaction: Database,
  random: RandomBytes,
  { type, body }: { readonly type: string; readonly body: string },
): Promise<CopiedBody> {
  const known = messageTypes.find((one) => one === type)
  const names = known ? [...new Set(filesOf(readMessageBody(known, body)).map(({ name }) => name))] : []
  const sources = names.length === 0 ? [] : await lockFiles(transaction, inArray(storedFile.name, names))
  if (sources.length < names.length) throw CallRefusal.wrongValue('Messages', 'file-unknown')
  const copies = sources.map((source) => ({ source, name: copyName(random, source.name) }))
  return {
    body: copies.reduce((text, { source, name }) => text.replaceAll(at(source.name), at(name)), body),
    files: copies.map(({ source, name }) => ({
      ...source,
      name,
      bytesName: bytesNameOf(source),
      clientMessageId: null,
    })),
  }
}

const at = (name: string): string => `${messageFilesPath}${name}`
const copyName = (random: RandomBytes, name: string): string =>
  `${createFileKey(random)}${name.slice(name.indexOf('.'))}`

/**
 * Selects files that still exist. Their removal waits for the end of the transaction and then checks their use again.
 */
export async function lockFiles(
  transaction: Database,
  condition: SQL | undefined,
): Promise<readonly StoredFile[]> {
  const seen = await transaction.select().from(storedFile).where(condition)
  for (const bytesName of seen.map(bytesNameOf).sort()) await lockBytes(transaction, bytesName)
  return transaction.select().from(storedFile).where(condition)
}

/** Locks the bytes that a file's copies share until the end of the transaction. */
export const lockBytes = (transaction: Database, bytesName: string): Promise<unknown> =>
  transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${bytesName}, 0))`)

/** Stores copies as files of the message that names them, in the same transaction. */
export async function attachCopies(
  transaction: Database,
  files: readonly StoredFile[],
  { id, senderId, conversationId, sentAt }: typeof message.$inferSelect,
): Promise<void> {
  if (files.length === 0) return
  const own = { messageId: id, ownerId: senderId, conversationId, createdAt: sentAt }
  await transaction.insert(storedFile).values(files.map((file) => ({ ...file, ...own })))
}

/** Whether any file still has these bytes. */
export async function hasBytesInUse(transaction: Database, bytesName: string): Promise<boolean> {
  const [row] = await transaction
    .select({ name: storedFile.name })
    .from(storedFile)
    .where(or(eq(storedFile.name, bytesName), eq(storedFile.bytesName, bytesName)))
    .limit(1)
  return row !== undefined
}

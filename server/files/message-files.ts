import { and, eq, exists, isNull, lte, or } from 'drizzle-orm'
import type { AttachmentKind } from '#domain/media/attachment-kind.ts'
import { findMembership } from '../conversations/membership.ts'
import { isExpired } from '../conversations/message-expiry.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { message, storedFile } from '../store/schema/index.ts'
import { bytesNameOf, hasBytesInUse, lockBytes } from './file-copies.ts'
import type { ByteRange, FileStore } from './file-store.ts'
import { findUseFor, isUnused } from './saved-files.ts'
import { keyOf } from './store-file.ts'

/** How long an uploaded file without a message is stored, ms; a client may be offline in between. */
const unsentLife = 7 * 24 * 60 * 60_000

export interface VisibleFile {
  readonly name: string
  /** The key of its bytes. */
  readonly bytesName: string
  readonly contentType: string
  readonly kind: AttachmentKind
  /** Bytes. */
  readonly size: number
  /** Its message disappears after being read. */
  readonly isDisappearing: boolean
}

/**
 * Finds a file that these accounts may see. Its owner may before it is sent and while it is saved. The members of the
 * conversation may while a message that shows it has a body. Undefined for a missing file and for one that they may not
 * see.
 */
export async function findMessageFile(
  services: Services,
  name: string,
  accountIds: readonly number[],
): Promise<VisibleFile | undefined> {
  const [row] = await services.database
    .select({
      file: storedFile,
      body: message.body,
      expiresAt: message.expiresAt,
      timerSeconds: message.timerSeconds,
    })
    .from(storedFile)
    .leftJoin(message, eq(message.id, storedFile.messageId))
    .where(eq(storedFile.name, name))
  if (!row) return undefined
  const { file } = row
  const sight = await findSight(services, row, accountIds)
  if (!sight) return undefined
  const bytesName = bytesNameOf(file)
  const size = file.size ?? (await services.files.get(keyOf(bytesName)))?.length ?? 0
  return {
    name,
    bytesName,
    size,
    contentType: file.contentType,
    kind: file.kind,
    isDisappearing: sight.isDisappearing,
  }
}

type FileRow = { readonly file: typeof storedFile.$inferSelect } & Partial<
  Record<'body', string | null> & Record<'expiresAt' | 'timerSeconds', number | null>
>

/** Finds the context in which these accounts may see a file; undefined if there is none. */
async function findSight(
  services: Services,
  { file, body, expiresAt = null, timerSeconds = null }: FileRow,
  accountIds: readonly number[],
): Promise<Pick<VisibleFile, 'isDisappearing'> | undefined> {
  if (file.messageId === null) {
    if (accountIds.includes(file.ownerId)) return { isDisappearing: false }
    return file.conversationId === null ? findUseFor(services, file.name, accountIds) : undefined
  }
  if (body === null || isExpired({ expiresAt }, services.clock.now())) return undefined
  const isVisible = await hasAny(accountIds, (accountId) => maySee(services.database, file, accountId))
  return isVisible ? { isDisappearing: timerSeconds !== null } : undefined
}

/** The bytes of a file, or of a range of it. */
export const readBytes = (
  { files }: Services,
  { bytesName }: VisibleFile,
  range?: ByteRange,
): Promise<Uint8Array | undefined> => files.get(keyOf(bytesName), range)

/** Streams the bytes of a file, or of a range of it, as the reader takes them; undefined if they were removed. */
export const openBytes = (
  { files }: Services,
  { bytesName }: VisibleFile,
  range?: ByteRange,
): Promise<ReadableStream<Uint8Array> | undefined> => openStored(files, keyOf(bytesName), range)

/** The same for any file of the store, by its key. */
export async function openStored(
  files: FileStore,
  key: string,
  range?: ByteRange,
): Promise<ReadableStream<Uint8Array> | undefined> {
  if (files.stream) return files.stream(key, range)
  const bytes = await files.get(key, range)
  return bytes && new Blob([new Uint8Array(bytes)]).stream()
}

async function maySee(
  database: Database,
  file: typeof storedFile.$inferSelect,
  accountId: number,
): Promise<boolean> {
  if (file.messageId === null || file.conversationId === null) return false
  const membership = await findMembership(database, file.conversationId, accountId)
  return membership !== undefined && file.messageId > membership.historyAfterId
}

async function hasAny(ids: readonly number[], fits: (id: number) => Promise<boolean>): Promise<boolean> {
  for (const id of ids) if (await fits(id)) return true
  return false
}

/**
 * Removes the bytes of files whose message lost its body, and of files that were never sent and that no account saves
 * (DEC-109). They could not be read even before.
 */
export async function removeDeadFiles(services: Services): Promise<void> {
  const { database, clock } = services
  const dead = await database
    .select({ name: storedFile.name, bytesName: storedFile.bytesName })
    .from(storedFile)
    .leftJoin(message, eq(message.id, storedFile.messageId))
    .where(
      or(
        and(
          isNull(storedFile.messageId),
          lte(storedFile.createdAt, clock.now() - unsentLife),
          isUnused(database),
        ),
        // Without a message the join gives null too, so the file must have one.
        and(eq(message.id, storedFile.messageId), isNull(message.body)),
      ),
    )
    .limit(sweepLimit)
  await remove(services, dead)
}

/** Removes the files of a message that has just lost its body; failures are left to the sweep. */
export async function removeFilesOf(services: Services, messageId: number): Promise<void> {
  const { database, faults } = services
  const isOfMessage = eq(storedFile.messageId, messageId)
  try {
    await remove(
      services,
      await database
        .select({ name: storedFile.name, bytesName: storedFile.bytesName })
        .from(storedFile)
        .where(isOfMessage),
    )
  } catch (cause) {
    faults.report({ kind: 'file', detail: 'a deleted file was not removed', cause })
  }
}

/** The bytes are removed with the last file that shares them. */
async function remove(
  { database, files }: Services,
  dead: readonly { readonly name: string; readonly bytesName: string | null }[],
): Promise<void> {
  for (const file of dead) {
    const bytesName = bytesNameOf(file)
    const marker = await database.transaction((transaction) => deleteFile(transaction, file.name, bytesName))
    if (marker === undefined) continue
    // Not inside the transaction, because an object store may be slow.
    await files.remove(keyOf(bytesName))
    await database.delete(storedFile).where(eq(storedFile.name, marker))
  }
}

/**
 * Deletes a file. If no other file shares its bytes, a row marks them for removal: a file with a name that no message can
 * contain. If the removal fails, the next sweep finds it.
 * @returns the name of the marking row; undefined if the bytes stay
 */
async function deleteFile(
  transaction: Database,
  name: string,
  bytesName: string,
): Promise<string | undefined> {
  await lockBytes(transaction, bytesName)
  // Checked again under the lock, because a message may show it by now.
  const [file] = await transaction
    .delete(storedFile)
    .where(and(eq(storedFile.name, name), isUnused(transaction), isShownByNoMessage(transaction)))
    .returning()
  if (!file || (await hasBytesInUse(transaction, bytesName))) return undefined
  const marker = `removed-${bytesName}`
  const unseen = { conversationId: null, messageId: null, clientMessageId: null, createdAt: 0 }
  await transaction.insert(storedFile).values({ ...file, ...unseen, name: marker, bytesName })
  return marker
}

const isShownByNoMessage = (database: Database) =>
  or(
    isNull(storedFile.messageId),
    exists(
      database
        .select({ id: message.id })
        .from(message)
        .where(and(eq(message.id, storedFile.messageId), isNull(message.body))),
    ),
  )

/** The maximum number of files of one sweep, which keeps it short. */
const sweepLimit = 200

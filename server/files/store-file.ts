import { and, eq } from 'drizzle-orm'
import { fileTypeFromBuffer } from 'file-type/core'
import { messageFilesPath } from '#domain/media/media-address.ts'
import { type FileType, fileTypeOf } from '#domain/media/media-types.ts'
import { maxBytes, type UploadLimitSettings, uploadLimitsOf } from '#domain/media/upload-limits.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { createFileKey } from '../accounts/secrets.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Limits } from '../limits/limits.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { message, storedFile } from '../store/schema/index.ts'

/** The key of a message file's bytes in the file store. */
export const keyOf = (name: string): string => `messages/${name}`

/** The purpose of an uploaded file. */
export interface FilePurpose {
  readonly ownerId: number
  /** Null for a file that only its owner has. */
  readonly conversationId: number | null
  /** The client id of the message that will show it; undefined if unknown. */
  readonly clientMessageId: string | undefined
}

export interface UploadedFile {
  readonly url: string
  /** Bytes. */
  readonly size: number
}

/**
 * Stores a file of a conversation, or of a person's collections and stickers if no conversation is named. Its bytes
 * decide its type. With a client message id, a second upload after a crash returns the file of the first one, and the
 * new bytes are dropped. Rejects an upload for a message that arrived and lost its file (DEC-167).
 */
export async function storeFile(
  services: Services,
  purpose: FilePurpose,
  bytes: Uint8Array,
  { extension, contentType, kind }: FileType,
): Promise<UploadedFile> {
  const { database, files, clock, random } = services
  const earlier = await findUploaded(database, purpose)
  if (earlier) return earlier
  if (await isForSentMessage(database, purpose))
    throw new CallRefusal(resultCode.messageRejected, 'message-already-sent')
  const name = `${createFileKey(random)}.${extension}`
  const size = bytes.length
  await files.put(keyOf(name), bytes)
  const stored = await database
    .insert(storedFile)
    .values({ ...purpose, name, contentType, kind, size, createdAt: clock.now() })
    .onConflictDoNothing()
    .returning({ name: storedFile.name })
  if (stored.length > 0) return { url: addressOf(name), size }
  // Another connection stored the same upload meanwhile.
  await files.remove(keyOf(name))
  const first = await findUploaded(database, purpose)
  if (!first) throw new Error('A file that is stored already was not found')
  return first
}

async function findUploaded(
  database: Database,
  { ownerId, conversationId, clientMessageId }: FilePurpose,
): Promise<UploadedFile | undefined> {
  if (clientMessageId === undefined || conversationId === null) return undefined
  const [row] = await database
    .select({ name: storedFile.name, size: storedFile.size })
    .from(storedFile)
    .where(
      and(
        eq(storedFile.ownerId, ownerId),
        eq(storedFile.conversationId, conversationId),
        eq(storedFile.clientMessageId, clientMessageId),
      ),
    )
  return row && { url: addressOf(row.name), size: row.size ?? 0 }
}

/**
 * Whether the message that will show it has arrived already: its file was removed with it, and it never shows another.
 */
async function isForSentMessage(
  database: Database,
  { ownerId, clientMessageId }: FilePurpose,
): Promise<boolean> {
  if (clientMessageId === undefined) return false
  const rows = await database
    .select({ id: message.id })
    .from(message)
    .where(and(eq(message.senderId, ownerId), eq(message.clientMessageId, clientMessageId)))
  return rows.length > 0
}

const addressOf = (name: string): string => `${messageFilesPath}${name}`

/** How much of an archive is looked at, bytes. Its entries would otherwise be searched to its end. */
const archiveHead = 64 * 1024

/** The type of a file by its bytes. Unrecognised bytes, and those built to break the detection, are only ever a file. */
export async function sniffFile(bytes: Uint8Array): Promise<FileType> {
  const [first, second] = bytes
  const isArchive = (first === 0x50 && second === 0x4b) || (first === 0x1f && second === 0x8b)
  const seen = isArchive ? bytes.subarray(0, archiveHead) : bytes
  const sniffed = await fileTypeFromBuffer(seen).catch(() => undefined)
  return fileTypeOf(sniffed?.ext)
}

/** The sizes that the settings call reports, MB; every account is an internal user here. */
export const uploadLimitSettings: UploadLimitSettings = {
  user: { image: 10, video: 10, audio: 10, file: 10 },
  admin: { image: 10, video: 50, audio: 20, file: 50 },
  isInternalControlled: false,
}

/** The limits of every account, as all are internal users [MEDIA-29]. */
export const uploadLimits = uploadLimitsOf(uploadLimitSettings, 1)

/** The maximum size of any file, bytes. */
export const largestFile = maxBytes(Math.max(...Object.values(uploadLimits)))

interface Quotas {
  readonly limits: Pick<Limits, 'waitFor'>
}

/**
 * Takes a file of so many bytes from what its sender may upload in a day.
 * @throws CallRefusal with the ms to wait when it is too much
 */
export async function takeUploadQuota(services: Quotas, accountId: number, bytes: number): Promise<void> {
  const wait = await services.limits.waitFor('filePerAccountAndDay', accountId)
  if (wait > 0) throw CallRefusal.overUploadQuota(wait)
  await takeUploadBytes(services, accountId, bytes)
}

/** The same of bytes alone, for a file that is larger than was announced. */
export async function takeUploadBytes({ limits }: Quotas, accountId: number, bytes: number): Promise<void> {
  const wait = await limits.waitFor('kilobytePerAccountAndDay', accountId, Math.ceil(bytes / 1_000))
  if (wait > 0) throw CallRefusal.overUploadQuota(wait)
}

import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import { type AttachmentKind, attachmentKindOf } from '#domain/media/attachment-kind.ts'
import { filesOf, readMessageBody } from '#domain/message/message-body.ts'
import { isBuiltInStickerPath } from '#domain/stickers/built-in-stickers.ts'
import { messageTypes } from '#schemas/message-types.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { isBurned } from '../conversations/burning.ts'
import { findMembership } from '../conversations/membership.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { message, storedFile } from '../store/schema/index.ts'
import type { ByteRange } from './byte-range.ts'
import { bytesNameOf, hasBytesInUse, lockBytes } from './file-copies.ts'
import { attachKeptFiles, findUseFor, isKeptByNobody } from './kept-files.ts'
import { keyOf } from './store-file.ts'

/** How long an uploaded file waits for its message, ms; a client may be offline between the two. */
const unsentLife = 7 * 24 * 60 * 60_000

/**
 * Ties the files that a message names to that message; inside its transaction. Refuses a file that is not the sender's,
 * was uploaded for another conversation, or shows in another message: nobody makes others fetch what is not theirs to see.
 */
export async function attachFiles(
  transaction: Database,
  { id, senderId, conversationId, type, body }: typeof message.$inferSelect,
): Promise<void> {
  if (type === 'emo' && isBuiltInStickerPath(body ?? '')) return
  const wanted = wantedFiles(type, body ?? '')
  const names = new Set(wanted.keys())
  const attached = await transaction
    .update(storedFile)
    .set({ messageId: id })
    .where(
      and(
        inArray(storedFile.name, [...names]),
        eq(storedFile.ownerId, senderId),
        eq(storedFile.conversationId, conversationId),
        isNull(storedFile.messageId),
      ),
    )
    .returning({ name: storedFile.name, kind: storedFile.kind })
  for (const { name } of attached) names.delete(name)
  const kept = await attachKeptFiles(transaction, [...names], { id, senderId })
  if (wanted.size === 0 || attached.length + kept.length < wanted.size)
    throw CallRefusal.wrongValue('Message', 'file-unknown')
  if ([...attached, ...kept].some(({ name, kind }) => !isFit(kind, wanted.get(name))))
    throw CallRefusal.wrongValue('Message', 'file-unfit')
}

/** What a message says its files are, by their names. */
function wantedFiles(type: string, body: string): ReadonlyMap<string, AttachmentKind> {
  const known = messageTypes.find((one) => one === type)
  const read = known && readMessageBody(known, body)
  if (!known || !read) return new Map()
  const kind = known === 'emo' ? 'image' : (attachmentKindOf(known) ?? 'file')
  // The file itself is what the message says, what stands in front of it is a small picture.
  return new Map(filesOf(read).map(({ name }, index) => [name, index === 0 ? kind : 'image']))
}

/** Whether a file that was uploaded as this kind may show as that one; all may be passed on as files. */
const isFit = (kind: AttachmentKind, wanted: AttachmentKind | undefined): boolean =>
  wanted === 'file' || wanted === kind

export interface VisibleFile {
  readonly name: string
  /** Under which its bytes lie. */
  readonly bytesName: string
  readonly contentType: string
  readonly kind: AttachmentKind
  /** Bytes. */
  readonly size: number
  /** Its message vanishes after being read. */
  readonly isVanishing: boolean
}

/**
 * A file as somebody may see it: its owner until it is sent or while they keep it, and the members of the conversation for
 * as long as a message that shows it has a body. Undefined alike for a file that does not exist and one these accounts may not see.
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
      burnsAt: message.burnsAt,
      vanishSeconds: message.vanishSeconds,
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
    isVanishing: sight.isVanishing,
  }
}

type FileRow = { readonly file: typeof storedFile.$inferSelect } & Partial<
  Record<'body', string | null> & Record<'burnsAt' | 'vanishSeconds', number | null>
>

/** In what these accounts see a file; undefined when in nothing. */
async function findSight(
  services: Services,
  { file, body, burnsAt = null, vanishSeconds = null }: FileRow,
  accountIds: readonly number[],
): Promise<Pick<VisibleFile, 'isVanishing'> | undefined> {
  if (file.messageId === null) {
    if (accountIds.includes(file.ownerId)) return { isVanishing: false }
    return file.conversationId === null ? findUseFor(services, file.name, accountIds) : undefined
  }
  if (body === null || isBurned({ burnsAt }, services.clock.now())) return undefined
  const isVisible = await hasAny(accountIds, (accountId) => maySee(services.database, file, accountId))
  return isVisible ? { isVanishing: vanishSeconds !== null } : undefined
}

/** The bytes of a file, or those of a range of it. */
export const readBytes = (
  { files }: Services,
  { bytesName }: VisibleFile,
  range?: ByteRange,
): Promise<Uint8Array | undefined> => files.get(keyOf(bytesName), range)

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
 * Removes the bytes of files whose message lost its body, whichever way it did, and of those that were never sent
 * and that nobody keeps (DEC-109). Nobody may read them any more before that already.
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
          isKeptByNobody(database),
        ),
        // Without a message the join gives null too, so the file must have one.
        and(eq(message.id, storedFile.messageId), isNull(message.body)),
      ),
    )
    .limit(sweepLimit)
  await remove(services, dead)
}

/** Removes the files of a message that has just lost its body; what fails is left to the sweep. */
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

/** The bytes go with the last of the files that share them. */
async function remove(
  { database, files }: Services,
  dead: readonly { readonly name: string; readonly bytesName: string | null }[],
): Promise<void> {
  for (const file of dead) {
    const bytesName = bytesNameOf(file)
    await database.transaction(async (transaction) => {
      await lockBytes(transaction, bytesName)
      // Looked at anew under the lock: a message may show it since.
      const isDead = and(eq(storedFile.name, file.name), isKeptByNobody(transaction))
      await transaction.delete(storedFile).where(isDead)
      // Before the commit: should this fail, the file is found again and tried anew.
      if (!(await hasBytesInUse(transaction, bytesName))) await files.remove(keyOf(bytesName))
    })
  }
}

/** Files removed by one sweep at most, so that a sweep stays short. */
const sweepLimit = 200

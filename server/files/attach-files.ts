import { and, eq, inArray, isNull } from 'drizzle-orm'
import { type AttachmentKind, attachmentKindOf } from '#domain/media/attachment-kind.ts'
import { filesOf, readMessageBody } from '#domain/message/message-body.ts'
import { isBuiltInStickerPath } from '#domain/stickers/built-in-stickers.ts'
import { messageTypes } from '#schemas/message-types.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Database } from '../store/database.ts'
import { type message, savedFileUse, storedFile } from '../store/schema/index.ts'
import { lockFiles } from './file-copies.ts'

/**
 * Ties the files that a message names to that message; inside its transaction. Refuses a file that is not the sender's,
 * was uploaded for another conversation, or shows in another message: no one makes others fetch files that are not
 * theirs to see.
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
  const kept = await attachSavedFiles(transaction, [...names], { id, senderId })
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
  // The first file is of the message's kind, the second is its thumbnail.
  return new Map(filesOf(read).map(({ name }, index) => [name, index === 0 ? kind : 'image']))
}

/** Whether a file that was uploaded as this kind may show as that one; all may be passed on as files. */
const isFit = (kind: AttachmentKind, wanted: AttachmentKind | undefined): boolean =>
  wanted === 'file' || wanted === kind

/**
 * Ties those of the named files that the sender keeps to a message as well; inside its transaction.
 * @returns which these are, and what they may be shown as
 */
async function attachSavedFiles(
  transaction: Database,
  names: readonly string[],
  { id, senderId }: { readonly id: number; readonly senderId: number },
): Promise<readonly Pick<typeof storedFile.$inferSelect, 'name' | 'kind'>[]> {
  if (names.length === 0) return []
  const ofSender = and(
    inArray(storedFile.name, [...names]),
    eq(storedFile.ownerId, senderId),
    isNull(storedFile.conversationId),
  )
  const kept = await lockFiles(transaction, ofSender)
  if (kept.length > 0)
    await transaction.insert(savedFileUse).values(kept.map(({ name }) => ({ fileName: name, messageId: id })))
  return kept
}

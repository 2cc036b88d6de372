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
 * Assigns the files that a message names to that message, inside its transaction. Rejects a file that the sender does
 * not own, that was uploaded for another conversation, or that another message shows. No user can make others fetch
 * files that they may not see.
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

/** The types that a message gives its files, by name. */
function wantedFiles(type: string, body: string): ReadonlyMap<string, AttachmentKind> {
  const known = messageTypes.find((one) => one === type)
  const read = known && readMessageBody(known, body)
  if (!known || !read) return new Map()
  const kind = known === 'emo' ? 'image' : (attachmentKindOf(known) ?? 'file')
  // The first file has the message's type, the second is its thumbnail.
  return new Map(filesOf(read).map(({ name }, index) => [name, index === 0 ? kind : 'image']))
}

/** Whether a file that was uploaded as one type may show as another; any file may be sent as a file. */
const isFit = (kind: AttachmentKind, wanted: AttachmentKind | undefined): boolean =>
  wanted === 'file' || wanted === kind

/**
 * Assigns the named files that the sender has saved to a message as well, inside its transaction.
 * @returns these files and the types they may be shown as
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

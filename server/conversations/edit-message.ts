import { and, eq, gt, max } from 'drizzle-orm'
import { canEdit, editTimeLimit } from '#domain/message/edits.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { reindexMessages } from '../search/search-index.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { conversation, message } from '../store/schema/index.ts'
import {
  checkMaySend,
  type Membership,
  memberIdsOf,
  memberIdsWhoCanRead,
  requireMembership,
} from './membership.ts'
import { checkBody } from './message-body.ts'
import { toPlace, toWireMentions } from './message-rows.ts'
import { type LockedConversation, lockConversation } from './open-conversation.ts'
import { lockReadable, type NamedMessage } from './reactions.ts'
import { writeMentions } from './send-queue.ts'

/** The text that replaces the one of a message. */
interface NewText {
  readonly text: string
  /** Ids of members, joined by `|` as on the wire; 0 is everyone [MSG-06]. */
  readonly mentions: string | null | undefined
  /** When the person wrote it, ms. Never trusted to be later than now or earlier than the message. */
  readonly writtenAt: number
}

/** The last edit of a message, in the wire's format. */
interface LastEdit {
  readonly Version: number
  readonly TimeStamp: number
  readonly Message: string
  readonly AtIDs: string
}

interface EditedMessage {
  readonly sequence: number
  readonly edit: LastEdit
}

/** The cost of an edit in messages: the search block is indexed again, and each device rewrites its log. */
const editCost = 20

/**
 * Replaces the text of an own message and sends it to all members who can read it or a quote of it. People who may write
 * in the conversation may edit their texts for 48 hours. An edit that was written before the last one, as a late
 * repetition, changes nothing. A repetition of the stored edit is confirmed even when a new one is not allowed any more.
 */
export async function editMessage(
  services: Services,
  named: NamedMessage,
  { text, mentions, writtenAt }: NewText,
): Promise<EditedMessage> {
  const { kind, accountId, conversationId, messageId } = named
  const body = checkBody({ text, type: 'txt' })
  await services.limits.take('messagePerAccount', accountId, editCost)
  return services.keyedLock.runExclusive(`conversation ${conversationId}`, async () => {
    const { edited, readerIds, send } = await services.database.transaction(async (transaction) => {
      // Locked until the commit, so that versions become visible in their order and the search index has the new text.
      const locked = await lockConversation(transaction, conversationId)
      const membership = await requireMembership(transaction, kind, conversationId, accountId)
      const wanted = { membership, locked, messageId, body, mentions, writtenAt }
      const edited = await storeEdit(services, transaction, wanted)
      if (!edited.isChanged) return { edited, readerIds: [], send: () => {} }
      const newestId = await newestWithTextOf(transaction, conversationId, messageId)
      const readerIds = await memberIdsWhoCanRead(transaction, conversationId, newestId)
      const to = { accountIds: readerIds }
      const send = await services.connections.stage(transaction, [{ to, frame: toEditFrame(named, edited) }])
      return { edited, readerIds, send }
    })
    send()
    const change = { conversationId, messageIds: [messageId], accountIds: readerIds }
    if (edited.isChanged) services.pushes.messagesChanged({ isErased: false, ...change })
    return edited
  })
}

const toEditFrame = (
  { kind, conversationId, messageId }: NamedMessage,
  { sequence, edit }: EditedMessage,
): ServerFrameInput => ({
  Cmd: 'MessageEdited',
  ...toPlace(kind, conversationId),
  ...{ ChatID: messageId, SeqID: sequence, ...edit },
})

/** Returns the newest message that shows the text of this one: itself, or one that quotes it. */
async function newestWithTextOf(
  transaction: Database,
  conversationId: number,
  messageId: number,
): Promise<number> {
  const [row] = await transaction
    .select({ id: max(message.id) })
    .from(message)
    .where(
      and(
        eq(message.conversationId, conversationId),
        gt(message.id, messageId),
        eq(message.quotedMessageId, messageId),
      ),
    )
  return row?.id ?? messageId
}

interface WantedEdit extends Pick<NewText, 'mentions' | 'writtenAt'> {
  readonly membership: Membership
  readonly locked: LockedConversation
  readonly messageId: number
  readonly body: string
}

async function storeEdit(
  { clock, cluster }: Services,
  transaction: Database,
  { membership, locked, messageId, body, ...wanted }: WantedEdit,
): Promise<EditedMessage & { readonly isChanged: boolean }> {
  const { accountId, conversationId, group } = membership
  const now = clock.now()
  const found = await lockReadable(transaction, membership, messageId, now)
  // The key distinguishes this from a server without editing, which returns the same code.
  if (!found) throw new CallRefusal(resultCode.notFound, 'message-gone', { data: { Key: 'message-gone' } })
  if (!canEdit({ ...found, isOwn: found.senderId === accountId }))
    throw new CallRefusal(resultCode.forbidden, 'message-not-editable')
  const mentions = group ? writeMentions(wanted.mentions, await memberIdsOf(transaction, conversationId)) : ''
  // A rejection would make the client return a stored text to the draft, if it did not receive the first response.
  if (body === found.body && mentions === found.mentions) return { ...toEdited(found), isChanged: false }
  checkMaySend(membership, membership.kind)
  if (now - found.sentAt > editTimeLimit) throw new CallRefusal(resultCode.forbidden, 'message-too-old')
  const writtenAt = Math.min(Math.max(Math.floor(wanted.writtenAt), found.sentAt), now)
  if (writtenAt < (found.editedAt ?? 0)) return { ...toEdited(found), isChanged: false }
  const changeVersion = locked.changeVersion + 1
  const [edited] = await transaction
    .update(message)
    .set({ body, mentions, changeVersion, editVersion: changeVersion, editedAt: writtenAt })
    .where(eq(message.id, messageId))
    .returning()
  if (!edited) throw new Error('A locked message was not found')
  await transaction.update(conversation).set({ changeVersion }).where(eq(conversation.id, conversationId))
  await reindexMessages(transaction, locked, [found.sequence])
  // In the frames that other nodes may still read.
  await cluster?.eraseTexts(transaction, [{ id: messageId, conversationId, newText: body }])
  return { ...toEdited(edited), isChanged: true }
}

const toEdited = ({
  sequence,
  editVersion,
  editedAt,
  sentAt,
  body,
  mentions,
}: typeof message.$inferSelect): EditedMessage => ({
  sequence,
  edit: {
    ...{ Version: editVersion, TimeStamp: editedAt ?? sentAt },
    ...{ Message: body ?? '', AtIDs: toWireMentions(mentions) },
  },
})

import { and, eq } from 'drizzle-orm'
import { deletionTimeLimit, mayDeleteInGroup } from '#domain/message/decide-deletion.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { removeFilesOf } from '../files/message-files.ts'
import { reindexMessages } from '../search/search-index.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { conversationMember, message } from '../store/schema/index.ts'
import { findAudience, isSide, type Membership, requireMembership } from './membership.ts'
import { eraseMessages } from './message-expiry.ts'
import { lockConversation } from './open-conversation.ts'

/**
 * Deletes a message for everyone (DEC-20 DEC-21): its body is erased, a tombstone keeps its place (DEC-106), and all
 * connections of the members get a frame, the requesting one included [SOCK-52 SOCK-53].
 */
export async function deleteMessage(
  services: Services,
  kind: ConversationKind,
  accountId: number,
  conversationId: number,
  messageId: number,
): Promise<void> {
  // A repeated deletion is broadcast again, so it counts too.
  await services.limits.take('messagePerAccount', accountId)
  await services.keyedLock.runExclusive(`conversation ${conversationId}`, async () => {
    const { database } = services
    const now = services.clock.now()
    const membership = await requireMembership(database, kind, conversationId, accountId)
    const found = await findMessage(database, conversationId, messageId)
    if (!found || !mayDelete(membership, found, now - found.sentAt)) {
      throw new CallRefusal(resultCode.forbidden, 'message-not-deletable')
    }
    // Read before the change: if the database fails in between, the next attempt completes it and sends the frames.
    const { accountIds } = await findAudience(database, membership)
    if (found.body !== null) {
      await database.transaction(async (transaction) => {
        const locked = await lockConversation(transaction, conversationId)
        const erased = await eraseMessages(services, transaction, now, eq(message.id, messageId))
        await reindexMessages(
          transaction,
          locked,
          erased.map(({ sequence }) => sequence),
        )
      })
    }
    services.connections.deliver(
      { accountIds },
      kind === 'group'
        ? { Cmd: 'DeleteGroupChat', GroupID: conversationId, GroupChatID: messageId }
        : { Cmd: 'DeleteChat', ChatSessionID: conversationId, ChatID: messageId },
    )
    services.pushes.messagesChanged({ isErased: true, conversationId, messageIds: [messageId], accountIds })
    await removeFilesOf(services, messageId)
  })
}

async function findMessage(database: Database, conversationId: number, messageId: number) {
  const [row] = await database
    .select({
      senderId: message.senderId,
      sentAt: message.sentAt,
      body: message.body,
      senderRole: conversationMember.role,
    })
    .from(message)
    .leftJoin(conversationMember, isSide(message.conversationId, message.senderId))
    .where(and(eq(message.id, messageId), eq(message.conversationId, conversationId)))
  return row
}

type FoundMessage = NonNullable<Awaited<ReturnType<typeof findMessage>>>

function mayDelete({ kind, accountId, role }: Membership, found: FoundMessage, age: number): boolean {
  const isOwn = found.senderId === accountId
  if (kind === 'direct') return isOwn && age <= deletionTimeLimit
  return mayDeleteInGroup({ actorRole: role, isOwn, senderRole: found.senderRole ?? 0, age })
}

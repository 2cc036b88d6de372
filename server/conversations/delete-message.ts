import { and, eq, isNotNull } from 'drizzle-orm'
import { resultCode } from '#schemas/wire/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Services } from '../services.ts'
import { message } from '../store/schema/index.ts'
import { requireMembership } from './membership.ts'

/** How long an own message can be deleted for everyone, ms (DEC-20). */
const deletableFor = 7 * 24 * 60 * 60_000

/**
 * Deletes an own message for everyone: its body is gone from the store, a tombstone keeps its place (DEC-106),
 * and both people's connections are told, the asking one as well [SOCK-52].
 */
export async function deleteMessage(
  services: Services,
  accountId: number,
  conversationId: number,
  messageId: number,
): Promise<void> {
  await services.lanes.run(`conversation ${conversationId}`, async () => {
    const now = services.clock.now()
    const { peerId } = await requireMembership(services.database, conversationId, accountId)
    const isOwn = and(
      eq(message.id, messageId),
      eq(message.conversationId, conversationId),
      eq(message.senderId, accountId),
    )
    const [row] = await services.database.select({ sentAt: message.sentAt }).from(message).where(isOwn)
    if (!row || now - row.sentAt > deletableFor) {
      throw new CallRefusal(resultCode.forbidden, 'message-not-deletable')
    }
    await services.database
      .update(message)
      .set({ body: null, deletedAt: now, quotedMessageId: null })
      .where(and(isOwn, isNotNull(message.body)))
    services.connections.deliver(
      { accountIds: [peerId, accountId] },
      { Cmd: 'DeleteChat', ChatSessionID: conversationId, ChatID: messageId },
    )
  })
}

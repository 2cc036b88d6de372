import type { WireGroupInvite } from '#schemas/wire/message-bodies.ts'
import { createFileKey } from '../accounts/secrets.ts'
import { announceConversation } from '../contacts/friendships.ts'
import { deliverMessage } from '../conversations/deliver-message.ts'
import { storeMessage } from '../conversations/insert-messages.ts'
import { openConversationBetween } from '../conversations/open-conversation.ts'
import type { Services } from '../services.ts'
import { type Group, maxMembers } from './group-facts.ts'

/** Returns the body of an invitation to a group. */
export const toInvite = (group: Group, memberCount: number): WireGroupInvite => ({
  GroupID: group.conversationId,
  GroupName: group.name,
  GroupImg: group.avatarUrl,
  JoinType: group.isPublic ? 0 : 1,
  Info: group.announcement,
  UserCount: memberCount,
  MaxUserCount: maxMembers,
})

/** The invitation is a message of the two people's conversation, in the order of its messages [MSG-13]. */
export async function sendInvite(
  services: Services,
  fromId: number,
  toId: number,
  body: string,
): Promise<void> {
  const opened = await services.database.transaction((transaction) =>
    openConversationBetween(transaction, services.clock.now(), fromId, toId),
  )
  const { conversationId } = opened
  await services.keyedLock.runExclusive(`conversation ${conversationId}`, async () => {
    const row = await services.database.transaction((transaction) =>
      storeMessage(services, transaction, {
        conversationId,
        senderId: fromId,
        clientMessageId: createFileKey(services.random).slice(0, 20),
        type: 'invite',
        body,
      }),
    )
    if (opened.isCreated) announceConversation(services, conversationId, fromId, toId)
    deliverMessage(services, row, { accountIds: [toId, fromId], group: null })
  })
}

import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { announceConversation, areFriends, lockPair } from '../contacts/friendships.ts'
import type { Services } from '../services.ts'
import { openConversationBetween } from './open-conversation.ts'

/**
 * The conversation with a friend, opened and announced when there is none. Refuses unknown people and strangers alike.
 * @returns its id
 */
export async function openWithFriend(
  services: Services,
  accountId: number,
  friendId: number,
): Promise<number> {
  const opened = await services.database.transaction(async (transaction) => {
    await lockPair(transaction, accountId, friendId)
    const isFriend = await areFriends(transaction, accountId, friendId)
    if (!isFriend) throw new CallRefusal(resultCode.forbidden, 'not-friends')
    return openConversationBetween(transaction, services.clock.now(), accountId, friendId)
  })
  if (opened.isCreated) announceConversation(services, opened.conversationId, accountId, friendId)
  return opened.conversationId
}

import { and, asc, eq, gt, inArray, isNull, max, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { resultCode } from '#schemas/result-codes.ts'
import { deletedTelCode } from '../accounts/accounts.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { deleteDraftsWithFriends } from '../conversations/drafts.ts'
import { lockConversation, openConversationBetween } from '../conversations/open-conversation.ts'
import type { Services } from '../services.ts'
import { type Database, readInBatches } from '../store/database.ts'
import { account, blockedPerson, conversationMember, friendship, message } from '../store/schema/index.ts'
import { closeForSender } from './application-lists.ts'

/** Whether the first person has the second as a friend. Friendships are mutual. */
export async function areFriends(database: Database, accountId: number, otherId: number): Promise<boolean> {
  const rows = await database
    .select({ id: friendship.friendId })
    .from(friendship)
    .where(and(eq(friendship.accountId, accountId), eq(friendship.friendId, otherId)))
  return rows.length > 0
}

/** Returns the ids of all friends. */
export async function friendIdsOf(database: Database, accountId: number): Promise<readonly number[]> {
  const rows = await database
    .select({ id: friendship.friendId })
    .from(friendship)
    .where(eq(friendship.accountId, accountId))
  return rows.map((row) => row.id)
}

/**
 * Changes who may see whether a person is online, or sends it: one after another, so that no frame from before a block
 * is sent after it.
 */
export const withPresence = <Result>(
  { keyedLock }: Pick<Services, 'keyedLock'>,
  accountId: number,
  run: () => Promise<Result>,
): Promise<Result> => keyedLock.runExclusive(`presence ${accountId}`, run)

/** Returns the ids of the friends who may see whether a person is online: all but those whom the person has blocked. */
export async function watcherIdsOf(database: Database, accountId: number): Promise<readonly number[]> {
  const rows = await database
    .select({ id: friendship.friendId })
    .from(friendship)
    .leftJoin(
      blockedPerson,
      and(
        eq(blockedPerson.accountId, friendship.accountId),
        eq(blockedPerson.blockedId, friendship.friendId),
      ),
    )
    .where(and(eq(friendship.accountId, accountId), isNull(blockedPerson.id)))
  return rows.map((row) => row.id)
}

/** Returns the friends with their profile and the shared conversation. */
export const friendRowsOf = (services: Services, accountId: number) =>
  readInBatches<Awaited<ReturnType<typeof selectFriends>>[number]>(services, friendBatch, (last) =>
    selectFriends(services.database, accountId, last?.friend.id ?? 0),
  )

/** The number of friends read between two turns of the event loop. */
const friendBatch = 1_000

const selectFriends = (database: Database, accountId: number, after: number) =>
  database
    .select({
      friend: account,
      remarkName: friendship.remarkName,
      conversationId: conversationMember.conversationId,
      isBlockedByFriend: sql<boolean>`exists (select from ${blockedPerson}
        where ${blockedPerson.accountId} = ${friendship.friendId} and ${blockedPerson.blockedId} = ${friendship.accountId})`,
    })
    .from(friendship)
    .innerJoin(account, eq(account.id, friendship.friendId))
    .leftJoin(
      conversationMember,
      and(
        eq(conversationMember.accountId, friendship.accountId),
        eq(conversationMember.peerId, friendship.friendId),
      ),
    )
    .where(and(eq(friendship.accountId, accountId), gt(friendship.friendId, after)))
    .orderBy(asc(friendship.friendId))
    .limit(friendBatch)

/** Returns the ids of the groups that a person shares with each friend, ascending [FRIEND-28]. */
export async function commonGroupsOf(
  database: Database,
  accountId: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const own = alias(conversationMember, 'own')
  const rows = await database
    .select({
      friendId: conversationMember.accountId,
      groupIds: sql<number[]>`array_agg(${own.conversationId} order by ${own.conversationId})`,
    })
    .from(own)
    .innerJoin(conversationMember, eq(conversationMember.conversationId, own.conversationId))
    .innerJoin(
      friendship,
      and(eq(friendship.accountId, own.accountId), eq(friendship.friendId, conversationMember.accountId)),
    )
    .where(and(eq(own.accountId, accountId), isNull(own.peerId)))
    .groupBy(conversationMember.accountId)
  return new Map(rows.map(({ friendId, groupIds }) => [friendId, groupIds.map(Number)]))
}

/**
 * Locks two accounts, always in the same order, so that their requests to each other run one after another.
 * @returns whether both exist and neither was deleted
 */
export async function lockPair(transaction: Database, oneId: number, otherId: number): Promise<boolean> {
  const rows = await transaction
    .select({ id: account.id })
    .from(account)
    .where(and(inArray(account.id, [oneId, otherId]), ne(account.telCode, deletedTelCode)))
    .orderBy(asc(account.id))
    .for('update')
  return rows.length === 2
}

/** Makes two people friends and opens their conversation. Runs inside a transaction that holds `lockPair`. */
export async function befriend(
  transaction: Database,
  now: number,
  oneId: number,
  otherId: number,
): Promise<number> {
  await transaction
    .insert(friendship)
    .values([
      { accountId: oneId, friendId: otherId, createdAt: now },
      { accountId: otherId, friendId: oneId, createdAt: now },
    ])
    .onConflictDoNothing()
  await closeForSender(transaction, oneId, otherId)
  await closeForSender(transaction, otherId, oneId)
  const { conversationId } = await openConversationBetween(transaction, now, oneId, otherId)
  await transaction
    .update(conversationMember)
    .set({ isNew: true })
    .where(eq(conversationMember.conversationId, conversationId))
  return conversationId
}

/** Notifies two people that their conversation was opened [SOCK-46]. */
export function announceConversation(
  services: Services,
  conversationId: number,
  oneId: number,
  otherId: number,
): void {
  const announce = (to: number, friendId: number) =>
    services.connections.deliver(
      { accountIds: [to] },
      { Cmd: 'NewChatSession', FriendID: friendId, ChatSessionID: conversationId },
    )
  announce(oneId, otherId)
  announce(otherId, oneId)
}

/** Notifies two new friends of their conversation and of each other's presence. */
export async function announceFriendship(
  services: Services,
  conversationId: number,
  oneId: number,
  otherId: number,
): Promise<void> {
  announceConversation(services, conversationId, oneId, otherId)
  const online = await services.connections.onlineAmong([oneId, otherId])
  const sendPresence = (to: number, friendId: number) => {
    if (!online.has(friendId)) return
    services.connections.deliver({ accountIds: [to] }, { Cmd: 'Online', FriendID: friendId })
  }
  sendPresence(oneId, otherId)
  sendPresence(otherId, oneId)
}

/**
 * Returns the conversation with a friend; opens and announces it if there is none. Rejects unknown people and strangers
 * with the same response.
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

/**
 * Ends a friendship for both sides [FRIEND-62]. The person who ends it loses the conversation, its history and their
 * tags of the friend [FRIEND-50]; the other person keeps the messages, unless they end it too, even at the same time.
 * People without a common conversation are rejected.
 */
export async function endFriendship(services: Services, accountId: number, friendId: number): Promise<void> {
  const conversationId = await conversationWith(services.database, accountId, friendId)
  if (conversationId === undefined) throw notAFriend()
  // No message is sent between the end of the friendship and that of the history.
  const isEnded = await services.keyedLock.runExclusive(`conversation ${conversationId}`, () =>
    services.database.transaction(async (transaction) => {
      await lockConversation(transaction, conversationId)
      await lockPair(transaction, accountId, friendId)
      const ended = await transaction
        .delete(friendship)
        .where(
          or(
            and(eq(friendship.accountId, accountId), eq(friendship.friendId, friendId)),
            and(eq(friendship.accountId, friendId), eq(friendship.friendId, accountId)),
          ),
        )
        .returning({ accountId: friendship.accountId })
      const [last] = await transaction
        .select({ id: max(message.id) })
        .from(message)
        .where(eq(message.conversationId, conversationId))
      const newest = last?.id ?? 0
      await transaction
        .update(conversationMember)
        .set({
          // The read marker stays: the other person sees it, and unread messages were not read.
          ...{ historyAfterId: newest, joinedAt: services.clock.now() },
          ...{ isPinned: false, isMuted: false },
        })
        .where(isSideOf(accountId, friendId))
      if (ended.length > 0) await deleteDraftsWithFriends(transaction, accountId, friendId)
      return ended.length > 0
    }),
  )
  await refreshContacts(services, accountId, friendId)
  if (isEnded) await refreshContacts(services, friendId, accountId)
}

const notAFriend = () => new CallRefusal(resultCode.forbidden, 'friend-no-longer')

/** Sets a person's remark for a friend; empty for none [FRIEND-63]. Rejects strangers like unknown people. */
export async function remarkFriend(
  services: Services,
  accountId: number,
  friendId: number,
  remarkName: string,
): Promise<void> {
  const changed = await services.database
    .update(friendship)
    .set({ remarkName })
    .where(and(eq(friendship.accountId, accountId), eq(friendship.friendId, friendId)))
    .returning({ friendId: friendship.friendId })
  if (changed.length === 0) throw notAFriend()
  await refreshContacts(services, accountId, friendId)
}

/**
 * Makes the devices of a person fetch their contacts and conversations again. No frame has these changes: a new
 * conversation has the same effect (DEC-111). Without a conversation between the two, our own frame has it (DEC-199).
 */
export async function refreshContacts(
  services: Pick<Services, 'database' | 'connections'>,
  accountId: number,
  otherId: number,
): Promise<void> {
  const conversationId = await conversationWith(services.database, accountId, otherId)
  services.connections.deliver(
    { accountIds: [accountId] },
    conversationId === undefined
      ? { Cmd: 'ContactsChanged' }
      : { Cmd: 'NewChatSession', FriendID: otherId, ChatSessionID: conversationId },
  )
}

const isSideOf = (accountId: number, peerId: number) =>
  and(eq(conversationMember.accountId, accountId), eq(conversationMember.peerId, peerId))

/** Returns the id of the one-to-one conversation of two people; undefined if there is none. */
export async function conversationWith(
  database: Database,
  accountId: number,
  peerId: number,
): Promise<number | undefined> {
  const [side] = await database
    .select({ conversationId: conversationMember.conversationId })
    .from(conversationMember)
    .where(isSideOf(accountId, peerId))
  return side?.conversationId
}

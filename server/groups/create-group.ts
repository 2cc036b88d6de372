import { and, asc, eq, inArray } from 'drizzle-orm'
import { groupRole } from '#domain/group/roles.ts'
import { resultCode } from '#schemas/result-codes.ts'
import type { WireGroupInvite } from '#schemas/wire/message-bodies.ts'
import { createFileKey } from '../accounts/secrets.ts'
import { CallRefusal } from '../calls/refusal.ts'
import { requireUnblocked } from '../contacts/blacklist.ts'
import { announceConversation } from '../contacts/friendships.ts'
import { storeMessage } from '../conversations/insert-messages.ts'
import { openConversationBetween } from '../conversations/open-conversation.ts'
import { stageMessage } from '../conversations/send-message.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { account, chatGroup, conversation, conversationMember, friendship } from '../store/schema/index.ts'
import { type Group, groupEvent } from './group-facts.ts'
import { storeNotice } from './notices.ts'

export interface NewGroup {
  readonly ownerId: number
  readonly name: string
  readonly avatarUrl: string
  readonly announcement: string
  readonly isPublic: boolean
  readonly isChannel: boolean
  /** All initial members; may include the owner. */
  readonly memberIds: readonly number[]
}

/** Parses ids joined by bars; each id once. */
export const readIds = (joined: string): readonly number[] => [...new Set(joined.split('|').map(Number))]

/**
 * Creates a group of its owner and at least one of the owner's friends, and notifies them [GROUP-06 GROUP-11 SOCK-74].
 * Friends who want to be asked get an invitation instead [SET-15].
 */
export async function createGroup(
  services: Services,
  request: NewGroup,
): Promise<{ readonly group: Group; readonly memberCount: number }> {
  const { ownerId } = request
  const { group, send, accountIds, asked } = await services.database.transaction(async (transaction) => {
    const friends = await requireFriends(transaction, ownerId, request.memberIds)
    if (friends.length === 0) throw CallRefusal.wrongValue('UserIDs', 'group-not-friend')
    await requireUnblocked(transaction, ownerId, request.memberIds)
    if (friends.length >= services.maxGroupMembers) throw new CallRefusal(resultCode.forbidden, 'group-full')
    const group = await insertGroup(services, transaction, request)
    const welcome = friends.filter(({ verifiesGroups }) => !verifiesGroups)
    const asked = friends.filter(({ verifiesGroups }) => verifiesGroups)
    const accountIds = [ownerId, ...welcome.map(({ id }) => id)]
    await insertMembers(services, transaction, group, request, accountIds)
    const notice = { Kind: 'created', people: welcome } as const
    const row = await storeNotice(services, transaction, group.conversationId, ownerId, notice)
    const joins = accountIds.map((id) => ({ to: { accountIds: [id] }, frame: groupEvent(group, 'Join', id) }))
    const sendJoins = await services.connections.stage(transaction, joins)
    const sendNotice = await stageMessage(services, transaction, row, { accountIds, group })
    return { group, send: [sendJoins, sendNotice], accountIds, asked }
  })
  for (const one of send) one()
  const invite = JSON.stringify(toInvite(services, group, accountIds.length))
  for (const { id } of asked) await sendInvite(services, ownerId, id, invite)
  return { group, memberCount: accountIds.length }
}

interface Friend {
  readonly id: number
  readonly name: string
  readonly verifiesGroups: boolean
}

/** Returns these people without the caller, with their names; rejects if one of them is no friend of the caller. */
export async function requireFriends(
  transaction: Database,
  accountId: number,
  ids: readonly number[],
): Promise<readonly Friend[]> {
  const others = ids.filter((id) => id !== accountId)
  if (others.length === 0) return []
  const friends = await transaction
    .select({ id: account.id, name: account.nickname, verifiesGroups: account.verifiesGroups })
    .from(friendship)
    .innerJoin(account, eq(account.id, friendship.friendId))
    .where(and(eq(friendship.accountId, accountId), inArray(friendship.friendId, others)))
    .orderBy(asc(account.id))
  if (friends.length < others.length) throw new CallRefusal(resultCode.forbidden, 'group-not-friend')
  return friends
}

async function insertGroup(services: Services, transaction: Database, request: NewGroup): Promise<Group> {
  const [created] = await transaction
    .insert(conversation)
    .values({ kind: 'group', createdAt: services.clock.now() })
    .returning({ id: conversation.id })
  const [group] = await transaction
    .insert(chatGroup)
    .values({
      conversationId: created?.id ?? 0,
      name: request.name,
      avatarUrl: request.avatarUrl,
      announcement: request.announcement,
      code: createFileKey(services.random).slice(0, 16),
      isChannel: request.isChannel,
      isPublic: request.isPublic,
    })
    .returning()
  if (!group) throw new Error('An inserted group was not found')
  return group
}

const insertMembers = (
  services: Services,
  transaction: Database,
  { conversationId }: Group,
  { ownerId }: NewGroup,
  accountIds: readonly number[],
) =>
  transaction.insert(conversationMember).values(
    accountIds.map((accountId) => ({
      conversationId,
      accountId,
      role: accountId === ownerId ? groupRole.owner : groupRole.member,
      joinedAt: services.clock.now(),
      isNew: accountId !== ownerId,
    })),
  )

/** Returns the body of an invitation to a group. */
export const toInvite = (
  { maxGroupMembers }: Pick<Services, 'maxGroupMembers'>,
  group: Group,
  memberCount: number,
): WireGroupInvite => ({
  GroupID: group.conversationId,
  GroupName: group.name,
  GroupImg: group.avatarUrl,
  JoinType: group.isPublic ? 0 : 1,
  Info: group.announcement,
  UserCount: memberCount,
  MaxUserCount: maxGroupMembers,
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
    if (opened.isCreated) announceConversation(services, conversationId, fromId, toId)
    const send = await services.database.transaction(async (transaction) => {
      const row = await storeMessage(services, transaction, {
        conversationId,
        senderId: fromId,
        clientMessageId: createFileKey(services.random).slice(0, 20),
        type: 'invite',
        body,
      })
      return stageMessage(services, transaction, row, { accountIds: [toId, fromId], group: null })
    })
    send()
  })
}

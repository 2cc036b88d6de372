import { and, eq, type SQLWrapper, sql } from 'drizzle-orm'
import { writingBan } from '#domain/group/roles.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import { chatGroup, conversation, conversationMember, friendship } from '../store/schema/index.ts'

export interface Membership {
  readonly conversationId: number
  readonly accountId: number
  readonly kind: ConversationKind
  /** The other person of a one-to-one conversation. */
  readonly peerId: number | null
  readonly isFriend: boolean
  readonly readMessageId: number
  readonly isNew: boolean
  /** Messages up to this id are not this person's to see. */
  readonly historyAfterId: number
  readonly role: number
  readonly isBanned: boolean
  /** The group; null in a one-to-one conversation. */
  readonly group: typeof chatGroup.$inferSelect | null
}

/** One person's side of one conversation; either id is a number or something of the query that has one. */
export const isSide = (conversationId: number | SQLWrapper, accountId: number | SQLWrapper) =>
  and(eq(conversationMember.conversationId, conversationId), eq(conversationMember.accountId, accountId))

/** What of a membership lies in the row of its side. */
export const sideFields = {
  conversationId: conversationMember.conversationId,
  accountId: conversationMember.accountId,
  peerId: conversationMember.peerId,
  readMessageId: conversationMember.readMessageId,
  isNew: conversationMember.isNew,
  historyAfterId: conversationMember.historyAfterId,
  role: conversationMember.role,
  isBanned: conversationMember.isBanned,
}

/** Whether the account of a side has the other person as a friend. */
export const isFriendOfSide = sql<boolean>`exists (select from ${friendship}
  where ${friendship.accountId} = ${conversationMember.accountId} and ${friendship.friendId} = ${conversationMember.peerId})`

const membershipOf = preparedQuery((database) =>
  database
    .select({ ...sideFields, kind: conversation.kind, isFriend: isFriendOfSide, group: chatGroup })
    .from(conversationMember)
    .innerJoin(conversation, eq(conversation.id, conversationMember.conversationId))
    .leftJoin(chatGroup, eq(chatGroup.conversationId, conversationMember.conversationId))
    .where(isSide(sql.placeholder('conversationId'), sql.placeholder('accountId')))
    .prepare('membership'),
)

/** This person's side of a conversation of either kind; undefined when there is none, or it is other people's. */
export async function findMembership(
  database: Database,
  conversationId: number,
  accountId: number,
): Promise<Membership | undefined> {
  const [row] = await membershipOf(database).execute({ conversationId, accountId })
  return row
}

/** Refuses alike for a conversation that does not exist, for one of other people and for one of the other kind. */
export async function requireMembership(
  database: Database,
  kind: ConversationKind,
  conversationId: number,
  accountId: number,
): Promise<Membership> {
  const membership = await findMembership(database, conversationId, accountId)
  if (membership?.kind !== kind) throw new CallRefusal(resultCode.notMember, 'conversation-not-member')
  return membership
}

/** Everybody a conversation's frames go to. */
export async function memberIdsOf(database: Database, conversationId: number): Promise<readonly number[]> {
  const rows = await database
    .select({ accountId: conversationMember.accountId })
    .from(conversationMember)
    .where(eq(conversationMember.conversationId, conversationId))
  return rows.map(({ accountId }) => accountId)
}

const banTexts = {
  banned: 'group-banned',
  'all-banned': 'group-all-banned',
  channel: 'group-channel',
} as const

/**
 * Refuses who may not write here: for good where the conversation is not this person's or they are no friends
 * [LIFE-15]; for now where a group has muted them, so that the message waits for Retry [GROUP-43 MSG-48 MSG-49].
 */
export function checkMaySend(
  membership: Membership | undefined,
  kind: ConversationKind,
): asserts membership is Membership {
  if (membership?.kind !== kind) throw new CallRefusal(resultCode.messageRejected, 'message-not-deliverable')
  if (!membership.group) {
    if (!membership.isFriend) throw new CallRefusal(resultCode.messageRejected, 'not-friends')
    return
  }
  const { role, isBanned, group } = membership
  const { isChannel, isAllBanned } = group
  const ban = writingBan({ role, isBanned, isChannel, isAllBanned })
  if (ban) throw new CallRefusal(resultCode.forbidden, banTexts[ban])
}

/** Who hears of a conversation's messages, and the group they stand in. */
export interface Audience {
  readonly accountIds: readonly number[]
  readonly group: Membership['group']
}

/** Everybody in the conversation of a member, that member included; inside the transaction that stores. */
export async function findAudience(
  transaction: Database,
  { conversationId, accountId, peerId, group }: Membership,
): Promise<Audience> {
  if (!group) return { accountIds: peerId === null ? [accountId] : [peerId, accountId], group }
  return { accountIds: await memberIdsOf(transaction, conversationId), group }
}

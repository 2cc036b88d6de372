import { and, eq, lt, type SQLWrapper, sql } from 'drizzle-orm'
import { writingBan } from '#domain/group/roles.ts'
import type { ConversationKind } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import {
  blockedPerson,
  chatGroup,
  conversation,
  conversationMember,
  friendship,
} from '../store/schema/index.ts'

export interface Membership {
  readonly conversationId: number
  readonly accountId: number
  readonly kind: ConversationKind
  /** The other person of a one-to-one conversation. */
  readonly peerId: number | null
  readonly isFriend: boolean
  /** Which of the two blocked the other; null if neither did. */
  readonly block: 'by-peer' | 'own' | null
  readonly readMessageId: number
  readonly isNew: boolean
  /** Messages up to this id are hidden from this person. */
  readonly historyAfterId: number
  readonly role: number
  readonly isBanned: boolean
  /** The group; null in a one-to-one conversation. */
  readonly group: typeof chatGroup.$inferSelect | null
}

/** One person's side of one conversation; each id is a number, or an expression of the query. */
export const isSide = (conversationId: number | SQLWrapper, accountId: number | SQLWrapper) =>
  and(eq(conversationMember.conversationId, conversationId), eq(conversationMember.accountId, accountId))

/** The columns of a membership in the row of its side. */
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

/**
 * A person's read marker as they see it. Messages from before their history count as read for them, not for the other
 * person.
 */
export const ownReadMarker = ({
  readMessageId,
  historyAfterId,
}: Pick<Membership, 'readMessageId' | 'historyAfterId'>): number => Math.max(readMessageId, historyAfterId)

/**
 * Whether the account of a side has the other person as a friend. Not `exists`, for which the planner would read all
 * friendships if there are many sides.
 */
export const isFriendOfSide = sql<boolean>`coalesce((select true from ${friendship}
  where ${friendship.accountId} = ${conversationMember.accountId} and ${friendship.friendId} = ${conversationMember.peerId}), false)`

/** Who has blocked the other person of a side. The block by the other person counts first. */
export const blockOfSide = sql<'by-peer' | 'own' | null>`case
  when exists (select from ${blockedPerson} where ${blockedPerson.accountId} = ${conversationMember.peerId}
    and ${blockedPerson.blockedId} = ${conversationMember.accountId}) then 'by-peer'
  when exists (select from ${blockedPerson} where ${blockedPerson.accountId} = ${conversationMember.accountId}
    and ${blockedPerson.blockedId} = ${conversationMember.peerId}) then 'own' end`

const membershipOf = preparedQuery((database) =>
  database
    .select({
      ...sideFields,
      kind: conversation.kind,
      isFriend: isFriendOfSide,
      block: blockOfSide,
      group: chatGroup,
    })
    .from(conversationMember)
    .innerJoin(conversation, eq(conversation.id, conversationMember.conversationId))
    .leftJoin(chatGroup, eq(chatGroup.conversationId, conversationMember.conversationId))
    .where(isSide(sql.placeholder('conversationId'), sql.placeholder('accountId')))
    .prepare('membership'),
)

/** Returns this person's side of a conversation of either kind; undefined if there is none. */
export async function findMembership(
  database: Database,
  conversationId: number,
  accountId: number,
): Promise<Membership | undefined> {
  const [row] = await membershipOf(database).execute({ conversationId, accountId })
  return row
}

/** Rejects a conversation that does not exist, of other people or of the other kind, with the same response. */
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

/** Returns the audience of a conversation's frames. */
export async function memberIdsOf(database: Database, conversationId: number): Promise<readonly number[]> {
  const rows = await database
    .select({ accountId: conversationMember.accountId })
    .from(conversationMember)
    .where(eq(conversationMember.conversationId, conversationId))
  return rows.map(({ accountId }) => accountId)
}

/** Returns the members from whom a message is not hidden because it precedes their joining. */
export async function memberIdsWhoCanRead(
  database: Database,
  conversationId: number,
  messageId: number,
): Promise<readonly number[]> {
  const rows = await database
    .select({ accountId: conversationMember.accountId })
    .from(conversationMember)
    .where(
      and(
        eq(conversationMember.conversationId, conversationId),
        lt(conversationMember.historyAfterId, messageId),
      ),
    )
  return rows.map(({ accountId }) => accountId)
}

const banTexts = {
  banned: 'group-banned',
  'all-banned': 'group-all-banned',
  channel: 'group-channel',
} as const

const blockTexts = { 'by-peer': 'message-blocked', own: 'message-blocking' } as const

/**
 * Rejects people who may not write here. The rejection is final if they are no members or no friends, or if one of the
 * two has blocked the other [LIFE-15 BLOCK-03], and temporary if a group has banned them, so that the message waits for a retry [GROUP-43 MSG-48 MSG-49].
 */
export function checkMaySend(
  membership: Membership | undefined,
  kind: ConversationKind,
): asserts membership is Membership {
  if (membership?.kind !== kind) throw new CallRefusal(resultCode.messageRejected, 'message-not-deliverable')
  if (!membership.group) {
    if (!membership.isFriend) throw new CallRefusal(resultCode.messageRejected, 'not-friends')
    if (membership.block) throw new CallRefusal(resultCode.messageRejected, blockTexts[membership.block])
    return
  }
  const { role, isBanned, group } = membership
  const { isChannel, isAllBanned } = group
  const ban = writingBan({ role, isBanned, isChannel, isAllBanned })
  if (ban) throw new CallRefusal(resultCode.forbidden, banTexts[ban])
}

/** The audience of a conversation's messages, and their group. */
export interface Audience {
  readonly accountIds: readonly number[]
  readonly group: Membership['group']
}

/** Returns all members of a member's conversation. Runs inside the transaction that stores. */
export async function findAudience(
  transaction: Database,
  { conversationId, accountId, peerId, group }: Membership,
): Promise<Audience> {
  if (!group) return { accountIds: peerId === null ? [accountId] : [peerId, accountId], group }
  return { accountIds: await memberIdsOf(transaction, conversationId), group }
}

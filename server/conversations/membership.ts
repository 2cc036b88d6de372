import { and, eq, exists, sql } from 'drizzle-orm'
import { resultCode } from '#schemas/wire/result-codes.ts'
import { CallRefusal } from '../calls/refusal.ts'
import type { Database } from '../store/database.ts'
import { conversationMember, friendship } from '../store/schema/index.ts'

export interface Membership {
  readonly conversationId: number
  readonly accountId: number
  readonly peerId: number
  readonly readMessageId: number
  readonly isNew: boolean
  readonly isFriend: boolean
}

/** This person's side of a conversation; undefined when there is none, or it is other people's. */
export async function findMembership(
  database: Database,
  conversationId: number,
  accountId: number,
): Promise<Membership | undefined> {
  const friends = database
    .select({ one: sql`1` })
    .from(friendship)
    .where(and(eq(friendship.accountId, accountId), eq(friendship.friendId, conversationMember.peerId)))
  const [row] = await database
    .select({
      conversationId: conversationMember.conversationId,
      accountId: conversationMember.accountId,
      peerId: conversationMember.peerId,
      readMessageId: conversationMember.readMessageId,
      isNew: conversationMember.isNew,
      isFriend: sql<boolean>`${exists(friends)}`,
    })
    .from(conversationMember)
    .where(
      and(eq(conversationMember.conversationId, conversationId), eq(conversationMember.accountId, accountId)),
    )
  return row
}

/** Refuses alike for a conversation that does not exist and for one of other people. */
export async function requireMembership(
  database: Database,
  conversationId: number,
  accountId: number,
): Promise<Membership> {
  const membership = await findMembership(database, conversationId, accountId)
  if (!membership) throw new CallRefusal(resultCode.notMember, 'conversation-not-member')
  return membership
}

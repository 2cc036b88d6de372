import { and, eq } from 'drizzle-orm'
import type { Database } from '../store/database.ts'
import { conversation, conversationMember } from '../store/schema/index.ts'

/**
 * Returns the conversation of two people, and creates it if there is none. It looks first: an insert would wait for a
 * message that is being stored there, and that message for the accounts that the caller has locked.
 */
export async function openConversationBetween(
  transaction: Database,
  now: number,
  oneId: number,
  otherId: number,
): Promise<{ readonly conversationId: number; readonly isCreated: boolean }> {
  const pair = { lowerAccountId: Math.min(oneId, otherId), upperAccountId: Math.max(oneId, otherId) }
  const existing = await findConversation(transaction, pair)
  if (existing !== undefined) return { conversationId: existing, isCreated: false }
  const [created] = await transaction
    .insert(conversation)
    .values({ ...pair, createdAt: now })
    .onConflictDoNothing({ target: [conversation.lowerAccountId, conversation.upperAccountId] })
    .returning({ id: conversation.id })
  if (!created) return openConversationBetween(transaction, now, oneId, otherId)
  await transaction.insert(conversationMember).values([
    { conversationId: created.id, accountId: oneId, peerId: otherId },
    { conversationId: created.id, accountId: otherId, peerId: oneId },
  ])
  return { conversationId: created.id, isCreated: true }
}

async function findConversation(
  transaction: Database,
  pair: { readonly lowerAccountId: number; readonly upperAccountId: number },
): Promise<number | undefined> {
  const [row] = await transaction
    .select({ id: conversation.id })
    .from(conversation)
    .where(
      and(
        eq(conversation.lowerAccountId, pair.lowerAccountId),
        eq(conversation.upperAccountId, pair.upperAccountId),
      ),
    )
  return row?.id
}

/** A conversation that this transaction has locked. */
export interface LockedConversation {
  readonly conversationId: number
  readonly headSequence: number
  readonly changeVersion: number
  readonly pinVersion: number
}

/**
 * Locks a conversation until the commit, so that no message is inserted meanwhile. An erasure of messages begins with
 * it, because the index is computed from the messages that are left.
 */
export async function lockConversation(
  transaction: Database,
  conversationId: number,
): Promise<LockedConversation> {
  const [row] = await transaction
    .select({
      headSequence: conversation.headSequence,
      changeVersion: conversation.changeVersion,
      pinVersion: conversation.pinVersion,
    })
    .from(conversation)
    .where(eq(conversation.id, conversationId))
    .for('update')
  return {
    conversationId,
    headSequence: row?.headSequence ?? 0,
    changeVersion: row?.changeVersion ?? 0,
    pinVersion: row?.pinVersion ?? 0,
  }
}

import { and, eq, sql } from 'drizzle-orm'
import { isNotice } from '#domain/message-list/rows.ts'
import type { Services } from '../services.ts'
import type { Database } from '../store/database.ts'
import { conversation, message } from '../store/schema/index.ts'
import { hasLiveBody, vanishOf } from './burning.ts'
import { type MessageRow, selectMessages } from './message-rows.ts'

/** A message that may be stored: everything about it has been checked. */
export interface NewMessage {
  readonly conversationId: number
  readonly senderId: number
  readonly clientMessageId: string
  readonly type: string
  readonly body: string
  readonly quotedMessageId?: number | null | undefined
  readonly mentions?: string
}

/** Gives a message its place in its conversation and stores it; inside a transaction. */
export async function storeMessage(
  services: Services,
  transaction: Database,
  { quotedMessageId, ...values }: NewMessage,
): Promise<MessageRow> {
  // Holds the row until the commit: sequence and id of one conversation grow in the same order.
  const [head] = await transaction
    .update(conversation)
    .set({ headSequence: sql`${conversation.headSequence} + 1` })
    .where(eq(conversation.id, values.conversationId))
    .returning({ sequence: conversation.headSequence, vanishSeconds: conversation.vanishSeconds })
  if (!head) throw new Error('A conversation with members does not exist')
  const sentAt = services.clock.now()
  const [inserted] = await transaction
    .insert(message)
    .values({
      ...values,
      sequence: head.sequence,
      sentAt,
      vanishSeconds: isNotice(values) ? null : vanishOf(head),
      quotedMessageId: await findQuotable(transaction, values.conversationId, quotedMessageId, sentAt),
    })
    .returning({ id: message.id })
  const [row] = await selectMessages(transaction).where(eq(message.id, inserted?.id ?? 0))
  if (!row) throw new Error('An inserted message was not found')
  return row
}

// A quote is made from what the server has stored, and only within the conversation; anything else is dropped.
async function findQuotable(
  transaction: Database,
  conversationId: number,
  quotedMessageId: number | null | undefined,
  now: number,
): Promise<number | null> {
  if (!quotedMessageId) return null
  const [row] = await transaction
    .select({ id: message.id })
    .from(message)
    .where(
      and(
        eq(message.id, quotedMessageId),
        eq(message.conversationId, conversationId),
        hasLiveBody(message, now),
      ),
    )
  return row?.id ?? null
}

import { and, inArray, isNotNull, type SQL } from 'drizzle-orm'
import type { Database } from '../store/database.ts'
import { message, messageReaction } from '../store/schema/index.ts'

/**
 * Erases the bodies of messages that still have one, and the reactions to them; tombstones keep their places (DEC-106).
 * Runs inside a transaction.
 * @param now the time of the deletion, ms
 */
export async function eraseMessages(transaction: Database, now: number, condition: SQL | undefined) {
  const erased = await transaction
    .update(message)
    .set({ body: null, deletedAt: now, quotedMessageId: null })
    .where(and(condition, isNotNull(message.body)))
    .returning({
      id: message.id,
      conversationId: message.conversationId,
      sequence: message.sequence,
      changeVersion: message.changeVersion,
    })
  const changed = erased.filter(({ changeVersion }) => changeVersion > 0).map(({ id }) => id)
  if (changed.length > 0)
    await transaction.delete(messageReaction).where(inArray(messageReaction.messageId, changed))
  return erased
}

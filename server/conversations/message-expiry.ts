import { and, inArray, isNotNull, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { ConnectionRegistry } from '../gateway/connection-registry.ts'
import type { ServerPorts } from '../ports.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import { message, messageReaction } from '../store/schema/index.ts'
import { memberIdsOf } from './membership.ts'

/** Whether a message has expired at `now`, ms. Its body is not served from then on, erased or not (DEC-109). */
export const isExpired = ({ expiresAt }: { readonly expiresAt: number | null }, now: number): boolean =>
  expiresAt !== null && expiresAt <= now

/** The same as a query condition: messages that still have a body to show. */
export const hasReadableBody = (
  table: Pick<typeof message, 'body' | 'expiresAt'>,
  now: number | Placeholder,
) => and(isNotNull(table.body), or(isNull(table.expiresAt), sql`${table.expiresAt} > ${now}`))

/** The columns that reading a message at `now` sets: the time, and when it expires if it has a timer [BURN-10]. */
export const readStamp = (now: number) => ({
  readAt: now,
  expiresAt: sql<number | null>`${now}::bigint + ${message.timerSeconds} * 1000`,
})

/** The maximum number of messages erased in one batch. */
const eraseLimit = 500

const dueMessages = preparedQuery((database) =>
  database
    .select({ id: message.id, conversationId: message.conversationId })
    .from(message)
    .where(and(lte(message.expiresAt, sql.placeholder('now')), isNotNull(message.body)))
    .orderBy(message.expiresAt, message.id)
    .limit(eraseLimit)
    .prepare('due_messages'),
)

/** What the sweep works with. `services.ts` would make an import cycle. */
interface ExpirySweepServices extends Pick<ServerPorts, 'clock' | 'database' | 'cluster'> {
  readonly connections: Pick<ConnectionRegistry, 'deliver'>
}

/**
 * Erases the bodies of expired messages, at most 500 in one batch, and sends both people a frame. A tombstone keeps the
 * place of each (DEC-106). Groups have no timer [SESS-33].
 */
export async function eraseExpiredMessages(services: ExpirySweepServices): Promise<void> {
  const { clock, connections, database } = services
  const now = clock.now()
  const due = await dueMessages(database).execute({ now })
  if (due.length === 0) return
  const ids = due.map(({ id }) => id)
  // Read before the change, so that frames are sent even if the database fails afterwards.
  const people = new Map<number, readonly number[]>()
  for (const conversationId of byConversation(due).keys())
    people.set(conversationId, await memberIdsOf(database, conversationId))
  const expired = await database.transaction((transaction) =>
    eraseMessages(services, transaction, now, inArray(message.id, ids)),
  )
  for (const [conversationId, messageIds] of byConversation(expired)) {
    const accountIds = people.get(conversationId) ?? []
    for (const ChatID of messageIds)
      connections.deliver({ accountIds }, { Cmd: 'DeleteChat', ChatSessionID: conversationId, ChatID })
  }
}

function byConversation(
  rows: readonly { readonly id: number; readonly conversationId: number }[],
): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>()
  for (const { id, conversationId } of rows)
    groups.set(conversationId, [...(groups.get(conversationId) ?? []), id])
  for (const ids of groups.values()) ids.sort((left, right) => left - right)
  return groups
}

/**
 * Erases the bodies of messages that still have one, unpins them, and erases the reactions to them; tombstones keep their places (DEC-106).
 * Runs inside a transaction.
 * @param now the time of the deletion, ms
 */
export async function eraseMessages(
  { cluster }: Pick<ServerPorts, 'cluster'>,
  transaction: Database,
  now: number,
  condition: SQL | undefined,
) {
  const erased = await transaction
    .update(message)
    .set({ body: null, deletedAt: now, quotedMessageId: null, pinVersion: 0 })
    .where(and(condition, isNotNull(message.body)))
    .returning({
      id: message.id,
      conversationId: message.conversationId,
      sequence: message.sequence,
      changeVersion: message.changeVersion,
    })
  const changed = erased.filter(({ changeVersion }) => changeVersion > 0).map(({ id }) => id)
  if (changed.length > 0)
    await transaction
      .delete(messageReaction)
      // One parameter, because a whole group may have more messages than a statement has parameters.
      .where(sql`${messageReaction.messageId} = any(${sql.param(changed)}::bigint[])`)
  if (erased.length > 0) await cluster?.eraseTexts(transaction, erased)
  return erased
}

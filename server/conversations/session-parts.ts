import { and, desc, eq, gt, isNotNull, ne, notInArray, type Placeholder, sql } from 'drizzle-orm'
import { uncountedTypes } from '#domain/message/message-notices.ts'
import type { Database } from '../store/database.ts'
import { conversationMember, message } from '../store/schema/index.ts'
import { hasReadableBody } from './message-expiry.ts'

/** The newest visible message with a body at `now`, ms. A deleted message is never the last message of a row. */
export const lastMessage = (database: Database, now: Placeholder) =>
  database
    .select()
    .from(message)
    .where(
      and(
        eq(message.conversationId, conversationMember.conversationId),
        gt(message.id, conversationMember.historyAfterId),
        hasReadableBody(message, now),
      ),
    )
    .orderBy(desc(message.id))
    .limit(1)
    .as('last')

/** The number of conversations of the list read between two turns of the event loop. */
export const listBatch = 100
/** The maximum length of a text in the list, characters. Whole texts would make a long list very large. */
const previewLength = 500

/** The columns of a row's last message. */
export const lastFields = (last: ReturnType<typeof lastMessage>) => ({
  id: last.id,
  senderId: last.senderId,
  sequence: last.sequence,
  type: last.type,
  body: sql<
    string | null
  >`case when ${last.type} = 'txt' then left(${last.body}, ${sql.raw(String(previewLength))}) else ${last.body} end`.mapWith(
    message.body,
  ),
  sentAt: last.sentAt,
  readAt: last.readAt,
  timerSeconds: last.timerSeconds,
})

/** A condition on visible messages of others after the read marker, in a query over the member's conversation. */
export const isUnread = and(
  eq(message.conversationId, conversationMember.conversationId),
  gt(message.id, conversationMember.readMessageId),
  gt(message.id, conversationMember.historyAfterId),
  ne(message.senderId, conversationMember.accountId),
  isNotNull(message.body),
)

/** Counts visible messages of others after the read marker, without notices of joining and leaving. */
export const unreadCountQuery = (database: Database) =>
  database
    .select({ count: sql`count(*)` })
    .from(message)
    .where(and(isUnread, notInArray(message.type, [...uncountedTypes])))

/** The sequence number of the read marker as its owner sees it, even if its message was deleted; null before the first one. */
export const readSequence = (database: Database) =>
  database
    .select({ sequence: message.sequence })
    .from(message)
    .where(
      eq(
        message.id,
        sql`greatest(${conversationMember.readMessageId}, ${conversationMember.historyAfterId})`,
      ),
    )

/** The newest id, even if its message was deleted. */
export const newestId = (database: Database) =>
  database
    .select({ id: sql`max(${message.id})` })
    .from(message)
    .where(eq(message.conversationId, conversationMember.conversationId))

/** The last time at which a message that this person may see was deleted, recalled or expired; null if none was. */
export const lastDeletion = (database: Database) =>
  database
    .select({ at: sql`max(${message.deletedAt})` })
    .from(message)
    .where(
      and(
        eq(message.conversationId, conversationMember.conversationId),
        isNotNull(message.deletedAt),
        gt(message.id, conversationMember.historyAfterId),
      ),
    )

interface LastRow {
  readonly id: number
  readonly senderId: number
  readonly sequence: number
  readonly type: string
  readonly body: string | null
  readonly sentAt: number
  readonly readAt: number | null
  readonly timerSeconds: number | null
}

/** The last-message fields of the wire [SESS-21 SESS-23]. */
export const toLastFields = (last: LastRow | null) => ({
  LastMsgID: last?.id,
  LastMsgUserID: last?.senderId,
  LastMsgSeqID: last?.sequence,
  LastMsg: last?.body,
  LastMsgType: last?.type,
  LastMsgTimeStamp: last?.sentAt,
  LastReadStamp: last?.readAt,
  LastReadDelete: last?.timerSeconds ? (1 as const) : (0 as const),
  LastAutoDeleteTime: last?.timerSeconds,
})

/** The version of the last change of a message, if any changed. */
export const toChangeVersion = ({ changeVersion }: { readonly changeVersion: number }) =>
  changeVersion > 0 ? { ChangeVersion: changeVersion } : {}

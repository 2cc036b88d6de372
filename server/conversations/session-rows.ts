import {
  and,
  asc,
  desc,
  eq,
  gt,
  isNotNull,
  ne,
  notInArray,
  type Placeholder,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { uncountedTypes } from '#domain/message/message-notices.ts'
import type { WireChatSession, WireSessionRecord } from '#schemas/wire/calls/conversations.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import type { Services } from '../services.ts'
import { type Database, readInBatches } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import { account, conversation, conversationMember, draft, message } from '../store/schema/index.ts'
import { isFriendOfSide, ownReadMarker } from './membership.ts'
import { hasReadableBody } from './message-expiry.ts'

const peer = alias(account, 'peer')
const self = alias(account, 'self')
const peerMember = alias(conversationMember, 'peer_member')

/** Returns the one-to-one rows of this person's conversation list [SESS-21 SESS-26]. */
export async function readSessionRows(services: Services, accountId: number): Promise<WireChatSession[]> {
  const now = services.clock.now()
  const rows = await readInBatches<SessionRow>(services, listBatch, (last) =>
    sessionsOf(services.database).execute({ accountId, now, after: last?.conversation.id ?? 0 }),
  )
  return rows.map((row) => ({ ...toWireSession(row), ...toExtensionFields(services, row) }))
}

/** Returns one of this person's one-to-one conversations [SESS-25 SESS-29]; undefined for any other. */
export async function readSessionRecord(
  services: Services,
  accountId: number,
  conversationId: number,
): Promise<WireSessionRecord | undefined> {
  const now = services.clock.now()
  const [row] = await sessionOf(services.database).execute({ accountId, conversationId, now })
  return row && { ...toWireRecord(row), ...toExtensionFields(services, row) }
}

/** A person's conversations. One that ended with the friendship has no visible messages, and is not listed [FRIEND-50]. */
const isTheirs = and(
  eq(conversationMember.accountId, sql.placeholder('accountId')),
  sql`(${isFriendOfSide} or exists (select from ${message}
    where ${message.conversationId} = ${conversationMember.conversationId} and ${message.id} > ${conversationMember.historyAfterId}))`,
)

const sessionsOf = preparedQuery((database) =>
  selectSessions(database)
    .where(and(isTheirs, gt(conversationMember.conversationId, sql.placeholder('after'))))
    .orderBy(asc(conversation.id))
    .limit(listBatch)
    .prepare('sessions'),
)

const sessionOf = preparedQuery((database) =>
  selectSessions(database)
    .where(and(isTheirs, eq(conversationMember.conversationId, sql.placeholder('conversationId'))))
    .prepare('session'),
)

function selectSessions(database: Database) {
  const last = lastMessage(database, sql.placeholder('now'))
  return database
    .select({
      conversation,
      member: conversationMember,
      peer,
      self,
      peerReadMessageId: peerMember.readMessageId,
      unreadCount: sql<string | number>`(${unreadCountQuery(database)})`,
      readSequence: sql<string | number | null>`(${readSequence(database)})`,
      newestId: sql<string | number | null>`(${newestId(database)})`,
      deletedAt: sql<string | number | null>`(${lastDeletion(database)})`,
      draftAt: sql<string | number | null>`(${draftTime(database)})`,
      last: lastFields(last),
    })
    .from(conversationMember)
    .innerJoin(conversation, eq(conversation.id, conversationMember.conversationId))
    .innerJoin(peer, eq(peer.id, conversationMember.peerId))
    .innerJoin(self, eq(self.id, conversationMember.accountId))
    .innerJoin(
      peerMember,
      and(
        eq(peerMember.conversationId, conversationMember.conversationId),
        eq(peerMember.accountId, conversationMember.peerId),
      ),
    )
    .leftJoinLateral(last, sql`true`)
    .$dynamic()
}

type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number]

const toWireSession = (row: SessionRow): WireChatSession => ({
  ID: row.conversation.id,
  SessionType: 'session',
  UserID: row.peer.id,
  NickName: row.peer.nickname,
  HeadImg: row.peer.avatarUrl,
  Status: 1,
  UnReadCount: Number(row.unreadCount),
  UnReadMaxID: row.newestId === null ? null : Number(row.newestId),
  IsTop: writeFlag(row.member.isPinned),
  IsNotDisturb: writeFlag(row.member.isMuted),
  IsNewSession: writeFlag(row.member.isNew),
  ReadChatID: row.peerReadMessageId,
  SelfReadChatID: ownReadMarker(row.member),
  SelfReadSeqID: Number(row.readSequence ?? 0),
  CreateTime: row.member.joinedAt || row.conversation.createdAt,
  ReadDelete: writeFlag(row.conversation.timerSeconds > 0),
  AutoDeleteTime: row.conversation.timerSeconds,
  LastDeleteTimeStamp: row.deletedAt === null ? null : Number(row.deletedAt),
  ...toLastFields(row.last),
})

/** A and B are the pair in stored order; the last change is a message that was sent or deleted. */
function toWireRecord(row: SessionRow): WireSessionRecord {
  const { conversation: stored, deletedAt, last, peer: other, self: own } = row
  const [first, second] = own.id < other.id ? [own, other] : [other, own]
  return {
    ...toWireSession(row),
    ...{ UserAID: first.id, UserANickName: first.nickname, UserAHeadImg: first.avatarUrl },
    ...{ UserBID: second.id, UserBNickName: second.nickname, UserBHeadImg: second.avatarUrl },
    UpdateTime: Math.max(stored.createdAt, last?.sentAt ?? 0, Number(deletedAt ?? 0)),
  }
}

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

/** The body of a message without the end of a long text. */
export const shortBody = ({ type, body }: { readonly type: SQLWrapper; readonly body: SQLWrapper }) =>
  sql<
    string | null
  >`case when ${type} = 'txt' then left(${body}, ${sql.raw(String(previewLength))}) else ${body} end`.mapWith(
    message.body,
  )

/** The columns of a row's last message. */
export const lastFields = (last: ReturnType<typeof lastMessage>) => ({
  id: last.id,
  senderId: last.senderId,
  sequence: last.sequence,
  type: last.type,
  body: shortBody(last),
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

/**
 * The last time at which a message was deleted, recalled or expired; null if none was. Includes messages from before the
 * person's time, because later ones may quote them.
 */
export const lastDeletion = (database: Database) =>
  database
    .select({ at: sql`max(${message.deletedAt})` })
    .from(message)
    .where(and(eq(message.conversationId, conversationMember.conversationId), isNotNull(message.deletedAt)))

/** When the member's draft was written, negative if it is empty; null if there never was one. */
export const draftTime = (database: Database) =>
  database
    .select({
      at: sql`case when ${draft.body} = '' and ${draft.quotedMessageId} is null then -${draft.writtenAt} else ${draft.writtenAt} end`,
    })
    .from(draft)
    .where(
      and(
        eq(draft.accountId, conversationMember.accountId),
        eq(draft.conversationId, conversationMember.conversationId),
      ),
    )

/** The wire fields of the last draft. */
export const toDraftVersion = (writtenAt: number, hasDraft: boolean) => ({
  DraftTimeStamp: writtenAt,
  ...(hasDraft ? { HasDraft: true } : {}),
})

interface ExtendedRow {
  readonly conversation: Pick<typeof conversation.$inferSelect, 'changeVersion' | 'pinVersion'>
  readonly draftAt: string | number | null
}

/** Whether clients of this server can ask for changes of messages. */
export const hasChanges = ({ extensions }: Pick<Services, 'extensions'>): boolean =>
  extensions.has('reactions') || extensions.has('editing')

/**
 * The fields that the server's extensions add to a row: the versions of the messages' changes and of the pins unless they
 * are 0, and the time of the member's draft. None of an absent extension, whose calls do not exist.
 */
export function toExtensionFields(
  services: Pick<Services, 'extensions'>,
  { conversation: { changeVersion, pinVersion }, draftAt }: ExtendedRow,
) {
  const { extensions } = services
  const at = Number(draftAt ?? 0)
  return {
    ...(changeVersion > 0 && hasChanges(services) ? { ChangeVersion: changeVersion } : {}),
    ...(pinVersion > 0 && extensions.has('pins') ? { PinVersion: pinVersion } : {}),
    ...(extensions.has('drafts') ? toDraftVersion(Math.abs(at), at > 0) : {}),
  }
}

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

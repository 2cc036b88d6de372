import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ConversationKind } from '#schemas/ids.ts'
import { type MessageType, messageTypes } from '#schemas/message-types.ts'
import type { ServerFrameInput } from '#schemas/wire/frames/from-server.ts'
import type { WireMessage } from '#schemas/wire/message.ts'
import { writeFlag } from '#schemas/wire/primitives.ts'
import type { OutgoingFrame } from '../gateway/connection-registry.ts'
import type { Database } from '../store/database.ts'
import { account, conversationMember, message } from '../store/schema/index.ts'
import { type Audience, isSide } from './membership.ts'
import { isExpired } from './message-expiry.ts'

/** The parts of a wire message: the row, its sender, and the quoted row while it has a body. */
export interface MessageRow {
  readonly message: typeof message.$inferSelect
  readonly senderName: string
  readonly senderAvatarUrl: string
  /** The sender's role in the group; null after they left it, and meaningless in a one-to-one conversation. */
  readonly senderRole: number | null
  readonly senderMemberName: string | null
  readonly quoted: {
    readonly id: number
    readonly senderId: number
    readonly type: string
    readonly body: string | null
    readonly expiresAt: number | null
  } | null
  readonly quotedSenderName: string | null
}

/** The sender's columns of a wire message; account and side of the conversation are joined. */
export const senderColumns = {
  senderName: account.nickname,
  senderAvatarUrl: account.avatarUrl,
  senderRole: conversationMember.role,
  senderMemberName: conversationMember.memberName,
}

type QuoteColumn = 'id' | 'senderId' | 'type' | 'body' | 'expiresAt'

/** The columns that a quote needs. */
export const quoteFields = <Quoted extends Readonly<Record<QuoteColumn, unknown>>>({
  id,
  senderId,
  type,
  body,
  expiresAt,
}: Quoted): Pick<Quoted, QuoteColumn> => ({ id, senderId, type, body, expiresAt })

const quotedMessage = alias(message, 'quoted')
const quotedSender = alias(account, 'quoted_sender')

/** Selects messages with all columns of a wire message. Callers add conditions, order and limit. */
export const selectMessages = (database: Database) =>
  database
    .select({
      message,
      ...senderColumns,
      quoted: quoteFields(quotedMessage),
      quotedSenderName: quotedSender.nickname,
    })
    .from(message)
    .innerJoin(account, eq(account.id, message.senderId))
    .leftJoin(conversationMember, isSide(message.conversationId, message.senderId))
    .leftJoin(quotedMessage, eq(quotedMessage.id, message.quotedMessageId))
    .leftJoin(quotedSender, eq(quotedSender.id, quotedMessage.senderId))
    .$dynamic()

/** Returns a message as frames and history have it at `now`, ms; a tombstone has neither body nor quote. */
export function toWireMessage(row: MessageRow, kind: ConversationKind, now: number): WireMessage {
  const body = isExpired(row.message, now) ? null : row.message.body
  return {
    ...toWireFields(row, kind),
    Message: body,
    Quote: body === null ? null : toWireQuote(row, now),
    IsDeleted: writeFlag(body === null),
  }
}

/** The fields that all messages have, with empty values where they apply to the other kind of conversation [MSG-01]. */
const toWireFields = (row: MessageRow, kind: ConversationKind) => ({
  ...{ UserDisplayName: '', UserRole: 0, QuoteChatID: null, QuoteGroupChatID: null },
  ...(kind === 'group' ? groupFields(row) : directFields(row)),
  ID: row.message.id,
  UserID: row.message.senderId,
  UserNickName: row.senderName,
  UserHeadImg: row.senderAvatarUrl,
  MsgType: readMessageType(row.message.type),
  TimeStamp: row.message.sentAt,
  CreateTime: row.message.sentAt,
  RetrieveTime: row.message.deletedAt,
  // Null is for messages that the server has not confirmed.
  Status: true,
  IsRead: row.message.readAt === null ? (0 as const) : (1 as const),
  ...toWireTimer(row.message),
  ReadStamp: row.message.readAt,
  SeqID: row.message.sequence,
  ClientMsgId: row.message.clientMessageId,
})

/** The wire fields of a message's timer, as messages, responses and conversation rows have them [MSG-01]. */
export const toWireTimer = ({ timerSeconds }: Pick<typeof message.$inferSelect, 'timerSeconds'>) => ({
  ReadDelete: timerSeconds === null ? (0 as const) : (1 as const),
  AutoDeleteTime: timerSeconds,
})

/** [MSG-04] */
const directFields = ({ message }: MessageRow) => ({
  ChatSessionID: message.conversationId,
  QuoteChatID: message.quotedMessageId,
})

/** [MSG-05 MSG-06] */
const groupFields = ({ message, senderRole, senderMemberName }: MessageRow) => ({
  GroupID: message.conversationId,
  QuoteGroupChatID: message.quotedMessageId,
  UserRole: senderRole ?? 0,
  UserDisplayName: senderMemberName ?? '',
  AtIDs: toWireMentions(message.mentions),
})

/** Returns stored mentions, ids between bars, as the wire has them [MSG-06]. */
export const toWireMentions = (stored: string): string => stored.slice(1, -1)

/** Returns the quote of a message or draft; null once its message has no text. */
export function toWireQuote(
  { quoted, quotedSenderName }: Pick<MessageRow, 'quoted' | 'quotedSenderName'>,
  now: number,
) {
  if (!quoted || quoted.body === null || isExpired(quoted, now)) return null
  return {
    ID: quoted.id,
    UserID: quoted.senderId,
    UserNickName: quotedSenderName,
    Message: quoted.body,
    MsgType: quoted.type,
  }
}

/** Returns the type of a stored message. */
export const readMessageType = (stored: string): MessageType =>
  messageTypes.find((type) => type === stored) ?? 'txt'

/** The frame of a stored message for all members, except the connection it came from, which gets a response instead. */
export const messageFrame = (
  row: MessageRow,
  { accountIds, group }: Audience,
  exceptConnectionId?: number,
): OutgoingFrame => ({
  to: exceptConnectionId === undefined ? { accountIds } : { accountIds, exceptConnectionId },
  frame: group ? groupFrame(row, group) : directFrame(row),
})

const directFrame = (row: MessageRow): ServerFrameInput => ({
  Cmd: 'Chat',
  chat: { ...toWireMessage(row, 'direct', row.message.sentAt), ChatSessionID: row.message.conversationId },
})

const groupFrame = (row: MessageRow, group: NonNullable<Audience['group']>): ServerFrameInput => ({
  Cmd: 'GroupChat',
  GroupID: row.message.conversationId,
  GroupName: group.name,
  GroupImg: group.avatarUrl,
  GroupInfo: group.announcement,
  groupchat: toWireMessage(row, 'group', row.message.sentAt),
})

/** Returns the wire field that names a conversation. */
export const toPlace = (kind: ConversationKind, id: number) =>
  kind === 'group' ? { GroupID: id } : { ChatSessionID: id }

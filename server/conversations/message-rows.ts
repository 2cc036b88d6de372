import { and, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ConversationKind } from '#schemas/ids.ts'
import { type MessageType, messageTypes, type WireMessage } from '#schemas/wire/message.ts'
import type { Database } from '../store/database.ts'
import { account, conversationMember, message } from '../store/schema/index.ts'

/** What a wire message is made of: the row, its sender, and the row it quotes, as far as that still has a body. */
export interface MessageRow {
  readonly message: typeof message.$inferSelect
  readonly senderName: string
  readonly senderAvatarUrl: string
  /** Of the sender in the group; null once they have left it, and without meaning in a one-to-one. */
  readonly senderRole: number | null
  readonly senderMemberName: string | null
  readonly quoted: {
    readonly id: number
    readonly senderId: number
    readonly type: string
    readonly body: string | null
  } | null
  readonly quotedSenderName: string | null
}

const quotedMessage = alias(message, 'quoted')
const quotedSender = alias(account, 'quoted_sender')

/** Selects messages with all that a wire message needs; the caller adds conditions, order and limit. */
export const selectMessages = (database: Database) =>
  database
    .select({
      message,
      senderName: account.nickname,
      senderAvatarUrl: account.avatarUrl,
      senderRole: conversationMember.role,
      senderMemberName: conversationMember.memberName,
      quoted: {
        id: quotedMessage.id,
        senderId: quotedMessage.senderId,
        type: quotedMessage.type,
        body: quotedMessage.body,
      },
      quotedSenderName: quotedSender.nickname,
    })
    .from(message)
    .innerJoin(account, eq(account.id, message.senderId))
    .leftJoin(
      conversationMember,
      and(
        eq(conversationMember.conversationId, message.conversationId),
        eq(conversationMember.accountId, message.senderId),
      ),
    )
    .leftJoin(quotedMessage, eq(quotedMessage.id, message.quotedMessageId))
    .leftJoin(quotedSender, eq(quotedSender.id, quotedMessage.senderId))
    .$dynamic()

/** A message as frames and history carry it; a tombstone has neither body nor quote. */
export const toWireMessage = (row: MessageRow, kind: ConversationKind): WireMessage => ({
  ...(kind === 'group' ? groupFields(row) : directFields(row)),
  ID: row.message.id,
  UserID: row.message.senderId,
  UserNickName: row.senderName,
  UserHeadImg: row.senderAvatarUrl,
  Message: row.message.body,
  MsgType: readMessageType(row.message.type),
  TimeStamp: row.message.sentAt,
  IsRead: row.message.readAt === null ? 0 : 1,
  ReadDelete: 0,
  ReadStamp: row.message.readAt,
  Quote: row.message.body === null ? null : toWireQuote(row),
  SeqID: row.message.sequence,
  ClientMsgId: row.message.clientMessageId,
  IsDeleted: row.message.body === null ? 1 : 0,
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
  AtIDs: message.mentions.slice(1, -1),
})

function toWireQuote({ quoted, quotedSenderName }: MessageRow) {
  if (!quoted || quoted.body === null) return null
  return {
    ID: quoted.id,
    UserID: quoted.senderId,
    UserNickName: quotedSenderName,
    Message: quoted.body,
    MsgType: quoted.type,
  }
}

const readMessageType = (stored: string): MessageType => messageTypes.find((type) => type === stored) ?? 'txt'

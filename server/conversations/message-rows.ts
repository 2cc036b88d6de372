import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type MessageType, messageTypes, type WireMessage } from '#schemas/wire/message.ts'
import type { Database } from '../store/database.ts'
import { account, message } from '../store/schema/index.ts'

/** What a wire message is made of: the row, its sender, and the row it quotes, as far as that still has a body. */
export interface MessageRow {
  readonly message: typeof message.$inferSelect
  readonly senderName: string
  readonly senderAvatarUrl: string
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
    .leftJoin(quotedMessage, eq(quotedMessage.id, message.quotedMessageId))
    .leftJoin(quotedSender, eq(quotedSender.id, quotedMessage.senderId))
    .$dynamic()

/** A wire message that says which conversation it is in. */
export type ChatOfFrame = WireMessage & { ChatSessionID: number }

/** A message as frames and history carry it; a tombstone has neither body nor quote. */
export const toWireMessage = (row: MessageRow): ChatOfFrame => ({
  ID: row.message.id,
  ChatSessionID: row.message.conversationId,
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
  QuoteChatID: row.message.quotedMessageId,
  SeqID: row.message.sequence,
  ClientMsgId: row.message.clientMessageId,
  IsDeleted: row.message.body === null ? 1 : 0,
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

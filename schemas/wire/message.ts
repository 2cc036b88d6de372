import * as z from 'zod/mini'
import { optionalFlag, optionalText, wireId, wireTime } from './primitives.ts'

/** Message types [MSG-07]. */
export const messageTypes = [
  'txt',
  'emo',
  'pic',
  'audio',
  'video',
  'card',
  'notice',
  'noticeallban',
  'file',
  'call',
  'invite',
  'GroupJoin',
  'GroupLeave',
] as const
export type MessageType = (typeof messageTypes)[number]

/** A confirmed one-to-one message as frames and history carry it [MSG-01 MSG-04]. */
export const wireMessage = z.looseObject({
  ID: wireId,
  ChatSessionID: z.nullish(z.number()),
  UserID: wireId,
  UserNickName: optionalText,
  UserHeadImg: optionalText,
  /** Null once deleted, recalled or burned: then the row is a tombstone that only keeps its place (DEC-106). */
  Message: optionalText,
  MsgType: z._default(z.enum(messageTypes), 'txt'),
  TimeStamp: wireTime,
  IsRead: optionalFlag,
  ReadDelete: optionalFlag,
  AutoDeleteTime: z.nullish(z.number()),
  ReadStamp: wireTime,
  Quote: z.nullish(z.unknown()),
  QuoteChatID: z.nullish(z.number()),
  SeqID: z.nullish(z.number()),
  ClientMsgId: optionalText,
  IsDeleted: optionalFlag,
})
export type WireMessage = z.infer<typeof wireMessage>

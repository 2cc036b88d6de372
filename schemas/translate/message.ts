import * as z from 'zod/mini'
import { clientId, serverId, userId } from '../ids.ts'
import { parseJson } from '../json-text.ts'
import type { ConfirmedMessage, QuotedMessage } from '../log/message.ts'
import { messageTypes } from '../message-types.ts'
import type { WireMessage } from '../wire/message.ts'
import { optionalText, readFlag, readWireTime, wireId } from '../wire/primitives.ts'
import { toMentions, toMessageReactions } from './message-changes.ts'

/** A quote, as an object or as its JSON text. */
const wireQuote = z.looseObject({
  ID: wireId,
  UserID: wireId,
  UserNickName: optionalText,
  MsgType: z._default(z.enum(messageTypes), 'txt'),
  Message: optionalText,
})

/** Translates the quote of a message or draft; undefined if there is none. */
export function toQuote(value: unknown): QuotedMessage | undefined {
  if (!value) return undefined
  const parsed = z.safeParse(wireQuote, typeof value === 'string' ? parseJson(value) : value)
  if (!parsed.success) return undefined
  const { ID, UserID, UserNickName, MsgType, Message } = parsed.data
  return {
    serverId: serverId(ID),
    senderId: userId(UserID),
    senderName: UserNickName ?? '',
    type: MsgType,
    text: Message ?? '',
  }
}

/**
 * Translates a wire message. A message with a server id is confirmed, whatever its Status (DEC-66). A deleted message
 * stays as a tombstone without a body (DEC-106). `now` (server ms) replaces a missing time.
 */
export function toConfirmedMessage(wire: WireMessage, now: number): ConfirmedMessage {
  const readAt = readWireTime(wire.ReadStamp)
  const timerSeconds = readFlag(wire.ReadDelete) ? (wire.AutoDeleteTime ?? undefined) : undefined
  const quote = toQuote(wire.Quote)
  const sendersId = wire.ClientMsgId || wire.ClientID
  return {
    serverId: serverId(wire.ID),
    senderId: userId(wire.UserID),
    senderName: wire.UserDisplayName || (wire.UserNickName ?? ''),
    senderAvatarUrl: wire.UserHeadImg ?? '',
    type: wire.MsgType,
    body: readFlag(wire.IsDeleted) ? null : (wire.Message ?? null),
    sentAt: readWireTime(wire.TimeStamp) ?? now,
    ...(wire.SeqID ? { sequence: wire.SeqID } : {}),
    ...(sendersId ? { clientId: clientId(String(sendersId)) } : {}),
    ...(readAt === undefined ? {} : { readAt }),
    ...(timerSeconds ? { timerSeconds } : {}),
    ...(quote ? { quote } : {}),
    ...(wire.UserRole ? { senderRole: wire.UserRole } : {}),
    ...(wire.AtIDs ? { mentions: toMentions(wire.AtIDs) } : {}),
    ...(wire.Changes ? { reactions: toMessageReactions(wire.Changes) } : {}),
    ...(wire.Changes?.Edit
      ? { edit: { version: wire.Changes.Edit.Version, at: wire.Changes.Edit.TimeStamp } }
      : {}),
  }
}

import * as z from 'zod/mini'
import { messageTypes } from '../../message-types.ts'
import { clientMessageId } from '../message.ts'
import { optionalText, wireId } from '../primitives.ts'
import { isWellFormed, parseRequest } from '../read-request.ts'
import { command } from './commands.ts'
import { sendTypingFrame } from './typing.ts'

/** [SOCK-29 SOCK-30 SOCK-31] */
export const loginFrame = z.looseObject({
  Cmd: z.literal(command.login),
  UID: wireId,
  Token: z.string(),
  Lang: z.string(),
  /** The socket's host. */
  Gateway: z.string(),
  IsWeb: z.literal(true),
  DeviceType: z.string(),
  Brand: z.optional(z.string()),
  WSID: z.string().check(z.length(12)),
})
/** Ends this connection; the token stays valid. */
export const logoutFrame = z.looseObject({ Cmd: z.literal(command.logout), UID: wireId })
/** [SOCK-32] */
export const heartBeatFrame = z.looseObject({ Cmd: z.literal(command.heartBeat), UID: wireId })
/** A message to send: flat, with the temporary id in ID [SOCK-36] (DEC-49). */
export const sendChatFrame = z.looseObject({
  Cmd: z.literal(command.chat),
  UserID: wireId,
  ChatSessionID: wireId,
  Message: z.string(),
  MsgType: z.enum(messageTypes),
  TimeStamp: z.number(),
  ID: z.number(),
  ClientMsgId: clientMessageId,
  Quote: optionalText,
  QuoteChatID: z.nullish(z.number()),
  ContentType: optionalText,
})

/** Deletes an own message for everyone. The server echoes it after the deletion [SOCK-34] (DEC-20). */
export const deleteOwnChatFrame = z.looseObject({
  Cmd: z.literal(command.deleteChat),
  ChatID: wireId,
  UserID: wireId,
  ChatSessionID: wireId,
})

/** A message to a group: flat, with the temporary id in ID [SOCK-36] (DEC-49). */
export const sendGroupChatFrame = z.looseObject({
  Cmd: z.literal(command.groupChat),
  UserID: wireId,
  GroupID: wireId,
  Message: z.string(),
  MsgType: z.enum(messageTypes),
  TimeStamp: z.number(),
  ID: z.number(),
  ClientMsgId: clientMessageId,
  Quote: optionalText,
  QuoteGroupChatID: z.nullish(z.number()),
  AtIDs: optionalText,
  ContentType: optionalText,
})

/** Deletes a message of a group for everyone. The server echoes it after the deletion [SOCK-35] (DEC-20). */
export const deleteOwnGroupChatFrame = z.looseObject({
  Cmd: z.literal(command.deleteGroupChat),
  GroupChatID: wireId,
  UserID: wireId,
  GroupID: wireId,
})

/** Unsubscribes from a group that this user has left [SOCK-33] (DEC-124). */
export const unsubscribeFrame = z.looseObject({
  Cmd: z.literal(command.unsubscribe),
  UID: wireId,
  GroupID: wireId,
})

/** All frames from clients. */
export const clientFrame = z.discriminatedUnion('Cmd', [
  loginFrame,
  logoutFrame,
  heartBeatFrame,
  sendChatFrame,
  deleteOwnChatFrame,
  sendGroupChatFrame,
  deleteOwnGroupChatFrame,
  unsubscribeFrame,
  sendTypingFrame,
])
export type ClientFrame = z.infer<typeof clientFrame>

type ReadClientFrame =
  | { readonly isValid: true; readonly frame: ClientFrame }
  /** `kind` names the error and never repeats the input. */
  | { readonly isValid: false; readonly kind: string }

/** Reads a text frame of a client. */
export function readClientFrame(text: string): ReadClientFrame {
  const value = parseRequest(text)
  if (value === undefined) return { isValid: false, kind: 'not JSON' }
  if (!isWellFormed(value)) return { isValid: false, kind: 'odd values' }
  const result = z.safeParse(clientFrame, value)
  if (result.success) return { isValid: true, frame: result.data }
  const path = result.error.issues[0]?.path.join('.')
  return { isValid: false, kind: `unfit at ${path || 'the top'}` }
}

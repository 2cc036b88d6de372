import { type ClientId, type ConversationId, type ServerId, serverId } from '../ids.ts'
import type { NewEvent, Origin } from '../log/envelope.ts'
import { resultCode } from '../result-codes.ts'
import type { sendChat } from '../wire/calls/conversations.ts'
import type { DataOf } from '../wire/define-call.ts'
import { command } from '../wire/frames/commands.ts'
import type { ServerFrame } from '../wire/frames/from-server.ts'
import type { WireTimer } from '../wire/message.ts'
import { readFlag, readWireTime } from '../wire/primitives.ts'

/** The server's response to a message, sent over the socket or HTTP. */
export type MessageResponse =
  | {
      readonly kind: 'acknowledged'
      readonly serverId: ServerId
      readonly sequence: number | undefined
      /** Server ms. */
      readonly sentAt: number
      /** Seconds from reading to expiry; absent if it does not expire. */
      readonly timerSeconds?: number
    }
  /** `retryAfter` (ms) is present if the rejection is a rate limit: the outbox waits and retries. */
  | {
      readonly kind: 'rejected'
      readonly code: number
      readonly text: string
      readonly retryAfter: number | undefined
    }

/** The pause after a rate limit without a time, ms. */
const defaultRetryAfter = 1000

/** A rejection of the server. `retryAfter` (ms) counts only for a rate limit. */
export const rejectedMessage = (
  code: number,
  text: string,
  retryAfter: number | null | undefined,
): MessageResponse => ({
  kind: 'rejected',
  code,
  text,
  retryAfter: code === resultCode.limited ? (retryAfter ?? defaultRetryAfter) : undefined,
})

/** Returns the timer of a message from the fields that responses and messages may carry [MSG-01]. */
const readTimer = ({ ReadDelete, AutoDeleteTime }: WireTimer): { readonly timerSeconds?: number } =>
  readFlag(ReadDelete) && AutoDeleteTime ? { timerSeconds: AutoDeleteTime } : {}

/** Returns the id of the message that a frame answers; undefined for other frames. */
export const answeredMessage = (frame: ServerFrame): string | null | undefined =>
  frame.Cmd === command.chatResponse || frame.Cmd === command.groupChatResponse
    ? frame.ClientMsgId
    : undefined

/** Returns the response in a frame to the message with `id`; undefined for any other frame [SOCK-39 SOCK-40]. */
export function readSocketResponse(
  frame: ServerFrame,
  id: ClientId,
  now: number,
): MessageResponse | undefined {
  if (frame.Cmd === command.chatResponse && frame.ClientMsgId === id) return readChatResponse(frame, now)
  if (frame.Cmd === command.groupChatResponse && frame.ClientMsgId === id)
    return readGroupChatResponse(frame, now)
  return undefined
}

/** [SOCK-39]. A duplicate gets the response of the first message, so there is no second message [LIFE-23]. */
function readChatResponse(
  frame: Extract<ServerFrame, { Cmd: 'ChatResponse' }>,
  now: number,
): MessageResponse {
  if (frame.Code !== resultCode.ok || !frame.ChatID)
    return rejectedMessage(frame.Code, frame.Msg ?? '', frame.RetryAfter)
  return {
    kind: 'acknowledged',
    serverId: serverId(frame.ChatID),
    sequence: frame.SeqID ?? undefined,
    sentAt: readWireTime(frame.TimeStamp) ?? now,
    ...readTimer(frame),
  }
}

/** [SOCK-40] */
function readGroupChatResponse(
  frame: Extract<ServerFrame, { Cmd: 'GroupChatResponse' }>,
  now: number,
): MessageResponse {
  if (frame.Code !== resultCode.ok || !frame.GroupChatID)
    return rejectedMessage(frame.Code, frame.Msg ?? '', frame.RetryAfter)
  return {
    kind: 'acknowledged',
    serverId: serverId(frame.GroupChatID),
    sequence: frame.SeqID ?? undefined,
    sentAt: readWireTime(frame.TimeStamp) ?? now,
  }
}

type SendChatData = NonNullable<DataOf<typeof sendChat>>
/** The response data of both send calls. Groups have no timer. */
type SentMessageData = (Pick<SendChatData, 'ID' | 'TimeStamp' | 'SeqID'> & WireTimer) | null | undefined

/** The response of `/SendChat` or `/SendGroupChat` with code 0 or an allowed rejection [MSG-51 MSG-52 LIFE-06]. */
export function readSendChatResponse(
  response: { readonly code: number; readonly message: string; readonly data: SentMessageData },
  now: number,
): MessageResponse {
  const { data } = response
  if (response.code !== resultCode.ok || !data)
    return rejectedMessage(response.code, response.message, undefined)
  return {
    kind: 'acknowledged',
    serverId: serverId(data.ID),
    sequence: data.SeqID ?? undefined,
    sentAt: readWireTime(data.TimeStamp) ?? now,
    ...readTimer(data),
  }
}

/** The event that the server acknowledged a message [LIFE-06]. */
export const acknowledgement = (
  message: { readonly clientId: ClientId; readonly conversationId: ConversationId },
  response: Extract<MessageResponse, { kind: 'acknowledged' }>,
  origin: Origin,
): NewEvent => ({
  stream: message.conversationId,
  type: 'MessageAcknowledged',
  data: {
    clientId: message.clientId,
    serverId: response.serverId,
    sentAt: response.sentAt,
    ...(response.sequence === undefined ? {} : { sequence: response.sequence }),
    ...(response.timerSeconds === undefined ? {} : { timerSeconds: response.timerSeconds }),
  },
  occurredAt: response.sentAt,
  origin,
})

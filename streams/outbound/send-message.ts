import type { UserId } from '#schemas/ids.ts'
import { resultCode } from '#schemas/result-codes.ts'
import {
  type MessageResponse,
  readSocketResponse,
  rejectedMessage,
} from '#schemas/translate/message-response.ts'
import { type OutgoingMessage, toChatFrame } from '#schemas/translate/outgoing.ts'
import { postMessage } from '../api/messages.ts'
import type { ServerTime } from '../clock/server-time.ts'
import type { Caller } from '../http/caller.ts'
import type { SocketLink } from '../socket/socket-link.ts'

export interface SendingServices {
  readonly userId: UserId
  readonly link: SocketLink
  readonly caller: Caller
  readonly serverTime: ServerTime
}

/** The response to a message; undefined if it is unknown whether the server has accepted it. */
export type SendingResult = MessageResponse | undefined

/** Codes that do not concern the message itself: a fault of the server, or expired credentials. */
const codesUnrelatedToMessage: readonly number[] = [resultCode.failed, resultCode.notAuthenticated]

/** Ignores responses that do not concern this message. */
const ifAboutMessage = (response: MessageResponse): SendingResult =>
  response.kind === 'rejected' && codesUnrelatedToMessage.includes(response.code) ? undefined : response

/** Sends over the socket and waits 3 s for the response [LIFE-03 SOCK-25]. */
export async function sendBySocket(parts: SendingServices, message: OutgoingMessage): Promise<SendingResult> {
  const reply = await parts.link.request(toChatFrame(message, parts.userId), (frame) =>
    readSocketResponse(frame, message.clientId, parts.serverTime.now()),
  )
  return reply.kind === 'unanswered' ? undefined : ifAboutMessage(reply.value)
}

/** Sends over HTTP under the same client id [LIFE-05 MSG-51 MSG-52]. Without retries, because the outbox retries. */
export async function sendByHttp(
  { caller, serverTime }: SendingServices,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<SendingResult> {
  const result = await postMessage(caller, serverTime.now, message, { signal, retries: 0 })
  if (result.isOk) return result.data
  const { kind, code, rejection, retryAfter } = result.failure
  if (kind !== 'rejected' || code === undefined) return undefined
  return ifAboutMessage(rejectedMessage(code, rejection.text ?? '', retryAfter))
}

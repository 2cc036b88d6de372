import { type ClientId, type ConversationId, parseConversationId, type UserId } from '../ids.ts'
import type { QuotedMessage } from '../log/message.ts'
import type { sendChat } from '../wire/calls/conversations.ts'
import type { RequestOf } from '../wire/define-call.ts'
import type { ClientFrame } from '../wire/frames/from-client.ts'
import type { MessageType } from '../wire/message.ts'

/** A message on its way out, in our words. */
export interface OutgoingMessage {
  readonly clientId: ClientId
  readonly conversationId: ConversationId
  readonly type: MessageType
  readonly body: string
  readonly quote: QuotedMessage | undefined
  /** Server ms; also the temporary id [LIFE-01]. */
  readonly submittedAt: number
}

/** A whole number that is positive even when a clock is not, as the temporary id has to be. */
const temporaryId = (time: number): number => Math.max(1, Math.floor(time))

/** The flat frame that sends a message [SOCK-36] (DEC-49). */
export function toChatFrame(message: OutgoingMessage, sender: UserId): ClientFrame {
  return {
    Cmd: 'Chat',
    UserID: sender,
    ChatSessionID: parseConversationId(message.conversationId).wireId,
    Message: message.body,
    MsgType: message.type,
    TimeStamp: temporaryId(message.submittedAt),
    ID: temporaryId(message.submittedAt),
    ClientMsgId: message.clientId,
    ...(message.quote ? { QuoteChatID: message.quote.serverId } : {}),
  }
}

/** The same message for the HTTP way. */
export function toSendChatRequest(message: OutgoingMessage): RequestOf<typeof sendChat> {
  return {
    ChatSessionID: parseConversationId(message.conversationId).wireId,
    Message: message.body,
    MsgType: message.type,
    TimeStamp: temporaryId(message.submittedAt),
    ClientMsgId: message.clientId,
    QuoteChatID: message.quote?.serverId ?? null,
  }
}

import type { ClientId, ConversationId, ServerId } from '#schemas/ids.ts'
import type { OwnSetting } from '#schemas/log/events.ts'
import type { Attachment, QuotedMessage, SendPart } from '#schemas/log/message.ts'
import type { MessageType } from '#schemas/message-types.ts'

/** A message of this user that the server has not confirmed. */
export interface UnsentMessage {
  readonly clientId: ClientId
  readonly conversationId: ConversationId
  readonly type: MessageType
  readonly body: string
  readonly quote: QuotedMessage | undefined
  /** Who is mentioned in a group; 0 is everyone [MSG-06]. */
  readonly mentions?: readonly number[] | undefined
  /** The file that goes out with it; uploaded first, and until then the body is empty [LIFE-02]. */
  readonly attachment?: Attachment | undefined
  /** The place of the message in a send of several parts, which leave in this order (DEC-108). */
  readonly part?: SendPart | undefined
  /** Server time, ms, of the last attempt; also the temporary id [LIFE-01]. */
  readonly submittedAt: number
  /** 1 for the first; raised by each retry. */
  readonly attempt: number
  readonly state: 'pending' | 'stale' | 'failed'
}

/** An own read mark the server has not heard of. */
export interface WaitingMark {
  readonly conversationId: ConversationId
  readonly upTo: ServerId
  /** When the conversation was marked read as a whole, server ms; absent for what was read one by one. */
  readonly wholeAt?: number
}

/** What the person set for a conversation for themselves. */
export interface WaitingSetting {
  readonly conversationId: ConversationId
  readonly setting: OwnSetting
  readonly isOn: boolean
  readonly requestId: string
}

/** What still has to reach the server, in the order in which it was asked for. */
export interface Outbox {
  readonly messages: readonly UnsentMessage[]
  /** Own read marks the server has not heard of, by conversation. */
  readonly readMarks: readonly WaitingMark[]
  /** Own settings the server has not answered for, by conversation. */
  readonly settings: readonly WaitingSetting[]
}

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
  /** The mentioned users in a group; 0 is everyone [MSG-06]. */
  readonly mentions?: readonly number[] | undefined
  /** The file of the message. It is uploaded first; until then the body is empty [LIFE-02]. */
  readonly attachment?: Attachment | undefined
  /** The position of the message in a send group, whose parts are sent in this order (DEC-108). */
  readonly part?: SendPart | undefined
  /** Server time, ms, of the last attempt; also the temporary id [LIFE-01]. */
  readonly submittedAt: number
  /** 1 for the first attempt; each retry raises it. */
  readonly attempt: number
  readonly state: 'pending' | 'stale' | 'failed'
}

/** An own read marker that the server has not confirmed. */
export interface UnconfirmedReadMarker {
  readonly conversationId: ConversationId
  readonly upTo: ServerId
  /** When the whole conversation was marked as read, server ms; absent for a marker of a single message. */
  readonly wholeAt?: number
}

/** A setting that the person changed for a conversation. */
export interface UnconfirmedSetting {
  readonly conversationId: ConversationId
  readonly setting: OwnSetting
  readonly isOn: boolean
  readonly requestId: string
}

/** An own reaction that the server has not confirmed; an empty emoji removes it. */
export interface UnconfirmedReaction {
  readonly conversationId: ConversationId
  readonly serverId: ServerId
  readonly emoji: string
  readonly requestId: string
}

/** An own edit that the server has not confirmed, of a known message. */
export interface PendingEdit {
  readonly body: string
  readonly mentions?: readonly number[] | undefined
  readonly requestId: string
  /** When it was written, server ms. */
  readonly at: number
}

/** An own edit that the server has not confirmed. */
export interface UnconfirmedEdit extends PendingEdit {
  readonly conversationId: ConversationId
  readonly serverId: ServerId
}

/** An own pin of a message, or its removal, that the server has not confirmed. */
export interface PendingPin {
  readonly isPinned: boolean
  readonly requestId: string
}

/** The same in the outbox. */
export interface UnconfirmedPin extends PendingPin {
  readonly conversationId: ConversationId
  readonly serverId: ServerId
}

/** A draft that the other devices of the account do not have, also an empty one. */
export interface UnsentDraft {
  readonly conversationId: ConversationId
  /** Server ms. It differs from that of every other draft of the conversation on this device. */
  readonly savedAt: number
}

/** What still has to reach the server, in the order of its submission. */
export interface Outbox {
  readonly messages: readonly UnsentMessage[]
  /** Own read markers that the server has not confirmed, by conversation. */
  readonly readMarkers: readonly UnconfirmedReadMarker[]
  /** Own settings that the server has not confirmed, by conversation. */
  readonly settings: readonly UnconfirmedSetting[]
  /** Own reactions that the server has not confirmed, by conversation. */
  readonly reactions: readonly UnconfirmedReaction[]
  /** Own edits that the server has not confirmed, by conversation. */
  readonly edits: readonly UnconfirmedEdit[]
  /** Drafts to share, by conversation. They wait for ever if the server has none (docs/extensions.md). */
  readonly drafts: readonly UnsentDraft[]
  /** Own pins that the server has not confirmed, by conversation. */
  readonly pins: readonly UnconfirmedPin[]
}

import type { ApplicationId, ClientId, ConversationId, ServerId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { OwnSetting } from '#schemas/log/events.ts'
import type { Attachment, DraftMention, QuotedMessage } from '#schemas/log/message.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { ApplicationsState } from '../contacts/contacts-projection.ts'
import type { ConversationsState } from '../conversation/conversation-state.ts'
import type { AttachmentKind } from '../media/attachment-kind.ts'

/** An attachment in a send of several parts. */
export interface AttachmentPart {
  readonly kind: AttachmentKind
  readonly attachment: Attachment
}

/** A person's intent for the account's log. `decide` turns it into events, nothing, or a typed rejection. */
export type Command =
  | {
      readonly type: 'SendText'
      readonly conversationId: ConversationId
      readonly text: string
      readonly quote?: QuotedMessage
      /** Ids of members of the group, 0 for everyone. The server omits former members [MSG-38]. */
      readonly mentions?: readonly number[]
      /** The text written after it, which becomes the draft; empty if absent. */
      readonly rest?: { readonly text: string; readonly mentions: readonly DraftMention[] }
    }
  /** The bytes are already stored under the attachment's key. */
  | {
      readonly type: 'SendAttachment'
      readonly conversationId: ConversationId
      readonly kind: AttachmentKind
      readonly attachment: Attachment
      readonly quote?: QuotedMessage
    }
  /**
   * Attachments in their order, then a text, as parts of one send: all are stored or none (DEC-108). The bytes are
   * already stored under the attachments' keys.
   */
  | {
      readonly type: 'SendParts'
      readonly conversationId: ConversationId
      /** The random id that the parts share. The ids of their messages begin with it. */
      readonly send: string
      readonly attachments: readonly AttachmentPart[]
      /** Empty for attachments only. */
      readonly text: string
      /** The quoted message. The text carries it, or the first attachment if there is no text. */
      readonly quote?: QuotedMessage
      readonly mentions?: readonly number[]
      /** The text written after it, which becomes the draft. */
      readonly rest: { readonly text: string; readonly mentions: readonly DraftMention[] }
    }
  /** From a collection, or forwarded: the payload in the format of its type, a file with its thumbnail [MSG-57]. */
  | {
      readonly type: 'SendContent'
      readonly conversationId: ConversationId
      readonly contentType: MessageType
      readonly content: string
      readonly quote?: QuotedMessage
      readonly smallAddress?: string
    }
  | { readonly type: 'RetryMessage'; readonly conversationId: ConversationId; readonly clientId: ClientId }
  | { readonly type: 'DiscardMessage'; readonly conversationId: ConversationId; readonly clientId: ClientId }
  /** Removes a text that the server rejected for good, and adds it to the draft [LIFE-15]. */
  | { readonly type: 'ReturnText'; readonly conversationId: ConversationId; readonly clientId: ClientId }
  /** Deletes on this device only; can be undone for a limited time (DEC-19). */
  | {
      readonly type: 'DeleteForMe'
      readonly conversationId: ConversationId
      readonly messages: readonly ServerId[]
    }
  | {
      readonly type: 'UndoDeleteForMe'
      readonly conversationId: ConversationId
      readonly messages: readonly ServerId[]
    }
  | { readonly type: 'MarkRead'; readonly conversationId: ConversationId; readonly upTo: ServerId }
  | { readonly type: 'MarkAllConversationsRead' }
  /** Reads the whole conversation [SESS-41]. */
  | { readonly type: 'MarkConversationRead'; readonly conversationId: ConversationId }
  | { readonly type: 'MarkConversationUnread'; readonly conversationId: ConversationId }
  /** The announcement's banner was closed [VIEW-07]. */
  | { readonly type: 'ReadAnnouncement'; readonly conversationId: ConversationId }
  | {
      readonly type: 'SetOwnSetting'
      readonly conversationId: ConversationId
      readonly setting: OwnSetting
      readonly isOn: boolean
    }
  | { readonly type: 'HideConversation'; readonly conversationId: ConversationId }
  /** Shows the hidden conversation again. */
  | { readonly type: 'ShowConversation'; readonly conversationId: ConversationId }
  | { readonly type: 'ClearConversation'; readonly conversationId: ConversationId }
  /** Clears the messages of every conversation on this device. Unsent messages stay. */
  | { readonly type: 'ClearAllConversations' }
  | { readonly type: 'DeleteConversation'; readonly conversationId: ConversationId }
  | { readonly type: 'OpenConversation'; readonly conversationId: ConversationId }
  | {
      readonly type: 'SaveDraft'
      readonly conversationId: ConversationId
      readonly text: string
      readonly mentions?: readonly DraftMention[]
      /** The quoted message; null removes the quote, absent keeps it. */
      readonly quote?: QuotedMessage | null
    }
  /** Sets the own reaction to a message; an empty emoji removes it. */
  | {
      readonly type: 'ReactToMessage'
      readonly conversationId: ConversationId
      readonly serverId: ServerId
      readonly emoji: string
    }
  /** Replaces the text and the mentions of an own message. */
  | {
      readonly type: 'EditMessage'
      readonly conversationId: ConversationId
      readonly serverId: ServerId
      readonly text: string
      /** Ids of members of the group, 0 for everyone. */
      readonly mentions?: readonly number[]
      /** The text from which the edit began. An unsent edit with another text is added to the draft (DEC-242). */
      readonly replaces?: string
    }
  /** Undoes an own edit that the server did not take, and adds its text to the draft (DEC-242). */
  | {
      readonly type: 'ReturnEdit'
      readonly conversationId: ConversationId
      readonly serverId: ServerId
      readonly requestId: string
    }
  /** Keeps an unfinished edit on this device; an empty text removes it. */
  | {
      readonly type: 'SaveEditDraft'
      readonly conversationId: ConversationId
      readonly serverId: ServerId
      readonly text: string
      readonly mentions?: readonly number[]
    }
  /** Pins a message for all members, or unpins it. */
  | {
      readonly type: 'PinMessage'
      readonly conversationId: ConversationId
      readonly serverId: ServerId
      readonly isPinned: boolean
    }
  | { readonly type: 'MarkApplicationsSeen'; readonly upTo: ApplicationId; readonly repliesUpTo: number }

/** The command of one type. */
export type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

/** Why a command was rejected, in the spec's terms: a text key with numbers, or the server's own text. */
export interface Rejection {
  /** Key into the message catalogs. The server's text takes precedence [ERR-02]. */
  readonly key: string
  /** The spec's error name, for callers that distinguish errors [ERR-06]. */
  readonly name?: string
  readonly values?: Readonly<Record<string, string | number>>
  /** The server's text, in the person's language. */
  readonly text?: string
  /** The form field that it concerns, such as `code` or `password`. */
  readonly field?: string
  readonly code?: number
}

export type Outcome<Value = void> =
  | { readonly isOk: true; readonly value: Value }
  | { readonly isOk: false; readonly rejection: Rejection }

/** The state that a decision may read. */
export interface AccountState {
  readonly conversations: ConversationsState
  readonly applications: ApplicationsState
}

/** The inputs from outside, which keep a decision pure. */
export interface DecisionInput {
  /** Server time, ms (DEC-113). */
  readonly now: number
  /** Whether it is only an estimate of this device: no server timestamp was received since the start. */
  readonly isNowGuessed?: boolean
  /** A fresh id for a new message [MSG-40]. */
  readonly clientId: ClientId
}

/** The events that a command causes, none if nothing changes, or its rejection. */
export type Decision = Outcome<readonly NewEvent[]>

export const decided = (...events: readonly NewEvent[]): Decision => ({ isOk: true, value: events })

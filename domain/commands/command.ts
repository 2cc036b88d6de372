import type { ApplicationId, ClientId, ConversationId, ServerId } from '#schemas/ids.ts'
import type { OwnSetting } from '#schemas/log/events.ts'
import type { Attachment, DraftMention, QuotedMessage, SendPart } from '#schemas/log/message.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { AttachmentKind } from '../media/attachment-kind.ts'

/** What a person asks of the account's log; `decide` turns it into events, nothing, or a typed refusal. */
export type Command =
  | {
      readonly type: 'SendText'
      readonly conversationId: ConversationId
      readonly text: string
      readonly quote?: QuotedMessage
      /** Its place in a send with attachments. */
      readonly part?: SendPart | undefined
      /** Ids of members of the group, 0 for everyone; the server leaves out whoever is none any more [MSG-38]. */
      readonly mentions?: readonly number[]
      /** What is written beyond it, and is the draft from then on; nothing when left out. */
      readonly rest?: { readonly text: string; readonly mentions: readonly DraftMention[] }
    }
  /** The bytes are stored already, under the attachment's key. */
  | {
      readonly type: 'SendAttachment'
      readonly conversationId: ConversationId
      readonly kind: AttachmentKind
      readonly attachment: Attachment
      readonly quote?: QuotedMessage
      /** Its place in a send of several parts. */
      readonly part?: SendPart | undefined
    }
  /** From a collection or passed on: its payload as its kind is written, a file with its small picture [MSG-57]. */
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
  /** For this device alone, with a time to bring them back (DEC-19). */
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
  /** The conversation as a whole [SESS-41]. */
  | { readonly type: 'MarkConversationRead'; readonly conversationId: ConversationId }
  | { readonly type: 'MarkConversationUnread'; readonly conversationId: ConversationId }
  /** Its banner was put away [VIEW-07]. */
  | { readonly type: 'ReadAnnouncement'; readonly conversationId: ConversationId }
  | {
      readonly type: 'SetOwnSetting'
      readonly conversationId: ConversationId
      readonly setting: OwnSetting
      readonly isOn: boolean
    }
  | { readonly type: 'HideConversation'; readonly conversationId: ConversationId }
  /** Takes the hiding back. */
  | { readonly type: 'ShowConversation'; readonly conversationId: ConversationId }
  | { readonly type: 'ClearConversation'; readonly conversationId: ConversationId }
  /** Every conversation's messages, on this device; what was not sent stays. */
  | { readonly type: 'ClearAllConversations' }
  | { readonly type: 'DeleteConversation'; readonly conversationId: ConversationId }
  | { readonly type: 'OpenConversation'; readonly conversationId: ConversationId }
  | {
      readonly type: 'SaveDraft'
      readonly conversationId: ConversationId
      readonly text: string
      readonly mentions?: readonly DraftMention[]
      /** What it answers; null takes the quote away, left out it stays. */
      readonly quote?: QuotedMessage | null
    }
  | { readonly type: 'MarkApplicationsSeen'; readonly upTo: ApplicationId }

/** Why something was not done, in the spec's words: a text key with figures, or the server's own text. */
export interface Refusal {
  /** Key into the message catalogs; the server's text wins over it when there is one [ERR-02]. */
  readonly key: string
  /** The spec's name of it, for callers that have to tell one from another [ERR-06]. */
  readonly name?: string
  readonly values?: Readonly<Record<string, string | number>>
  /** The server's text, already in the person's language. */
  readonly text?: string
  /** The wire's name of the form field it belongs beside, such as `Code` or `Password`. */
  readonly field?: string
  readonly code?: number
}

export type Outcome<Value = void> =
  | { readonly isOk: true; readonly value: Value }
  | { readonly isOk: false; readonly refusal: Refusal }

import { type ClientId, type ConversationId, type ServerId, serverId, type UserId } from '#schemas/ids.ts'
import type { ConversationFacts, OwnSetting } from '#schemas/log/events.ts'
import type { DraftMention, EditDraft, QuotedMessage } from '#schemas/log/message.ts'
import type { Position } from '#schemas/log/position.ts'
import type { MessageType } from '#schemas/message-types.ts'
import {
  type DisappearingMessages,
  initialDisappearing,
  type ReadTime,
} from '../disappearing/disappearing-messages.ts'
import type { MessageEdits } from '../message/edits.ts'
import { erasedIds, type ServerIds } from '../message/erase-event.ts'
import { type ConversationPins, initialPins } from '../message/pins.ts'
import type { UnsentMessages } from '../message/unsent-messages.ts'
import type { PendingEdit } from '../outbox/outbox.ts'
import type { ContiguousRange } from './contiguous-ranges.ts'
import type { UnreadBaseline } from './unread-count.ts'

/** A confirmed message, reduced to what a list row needs. */
export interface RecentMessage {
  readonly serverId: ServerId
  readonly clientId?: ClientId | undefined
  readonly senderId: UserId
  readonly type: MessageType
  /** Null for a tombstone. */
  readonly body: string | null
  readonly sentAt: number
  readonly readAt?: number | undefined
  readonly senderName?: string | undefined
  /** Whether the message has a timer. */
  readonly isDisappearing?: boolean | undefined
}

/** An own setting that the server has not confirmed. */
export interface UnconfirmedOwnSetting {
  readonly isOn: boolean
  readonly requestId: string
}

/** An own reaction that the server has not confirmed; an empty emoji removes it. */
export interface PendingReaction {
  readonly emoji: string
  readonly requestId: string
}

/** Hidden until a message newer than this one arrives. */
export interface Hiding {
  readonly through: ServerId
  /** The log position of the hiding: a message that this user wrote later shows the conversation again. */
  readonly position: Position
}

/** How far the conversation was cleared; all 0 if it never was. */
export interface Clearing {
  readonly through: ServerId
  /** The highest known sequence number of the cleared messages. */
  readonly sequence: number
  /** The position that the row keeps in the list, ms. */
  readonly activeAt: number
}

/** Messages hidden until erased, with the time at which each may be erased, server ms. Changed in place by its fold. */
export type HiddenPendingDeletion = Map<ServerId, number>

/**
 * The state of one conversation. It has the newest and the unsent messages and the last edited texts, but not the history,
 * which timelines load. Changed in place by its fold.
 */
export interface ConversationState {
  readonly id: ConversationId
  /** Undefined until the server lists the conversation. It is not shown before. */
  facts: ConversationFacts | undefined
  isOpened: boolean
  /** Own read marker, set on this or another device. */
  readUpTo: ServerId
  /** The own read marker that the server knows. */
  deliveredUpTo: ServerId
  peerReadUpTo: ServerId
  /** The marker that was set for the whole conversation, and when, server ms [SESS-41]. */
  wholeRead: ReadTime | undefined
  /**
   * The newest message known when it was marked as unread by hand; undefined if it is not marked [SESS-43]. Reading no
   * further keeps the mark, because the server extends an earlier reading to own messages.
   */
  unreadMark: ServerId | undefined
  /** The group's announcement as this user last read it; empty if none was read, or there is none [VIEW-06]. */
  announcementRead: string
  hiding: Hiding | undefined
  clearing: Clearing
  /** Own settings that the server has not confirmed. */
  readonly pendingSettings: Map<OwnSetting, UnconfirmedOwnSetting>
  baseline: UnreadBaseline | undefined
  /** Messages of others above `readUpTo`, not deleted. */
  readonly unreadIds: Set<ServerId>
  /** The unread messages that mention this user or everyone [SESS-15]. */
  readonly mentionIds: Set<ServerId>
  /** Ids of tombstones, whether the message was received or not, so that a late copy stays hidden [LIFE-18]. */
  readonly deletedIds: Set<ServerId>
  /**
   * Messages of others above `readUpTo` that were deleted on this device only. The server still counts them (DEC-19).
   */
  readonly deletedUnread: Set<ServerId>
  /** Messages deleted for this device that can still be restored, with the end of that time, server ms. */
  readonly hiddenPendingDeletion: HiddenPendingDeletion
  /** The server's stamp of the latest known deletion, ms; 0 if none. */
  deletionsReceivedThrough: number
  /** Own reactions that the server has not confirmed, by message. */
  readonly pendingReactions: Map<ServerId, PendingReaction>
  /** The last known edits of messages, by message. */
  readonly edits: MessageEdits
  /** Own edits that the server has not confirmed, by message. */
  readonly pendingEdits: Map<ServerId, PendingEdit>
  /** The unfinished edit of an own message. */
  editDraft: EditDraft | undefined
  /** The conversation's version up to which the changes of its messages are known. */
  changesReceivedThrough: number
  readonly pins: ConversationPins
  newestId: ServerId
  /** The ranges that are stored. */
  readonly contiguousRanges: ContiguousRange[]
  /** The ranges that were ever received. Their messages were counted as they arrived. */
  readonly seenRanges: ContiguousRange[]
  /** The first message that the last trim left. Older ones are loaded from the server; 0 before the first trim. */
  historyStartsAt: { readonly sequence: number; readonly serverId: ServerId }
  /** Newest first, by server id. */
  readonly recent: RecentMessage[]
  readonly unsent: UnsentMessages
  draft: string
  /** The mentions in the draft. */
  draftMentions: readonly DraftMention[] | undefined
  /** The quote of the draft. It is dropped when its message is deleted. */
  draftQuote: QuotedMessage | undefined
  /** When the draft was saved, server ms; 0 if it never was. Above `draftVersion` it is still to be shared. */
  draftSavedAt: number
  /** The last version of the draft that is known to be on the server, 0 if none. */
  draftVersion: number
  /** Whether that version has a text or a quote, which other devices may show. */
  isDraftShared: boolean
  /** The text of rejected messages and edits in the draft, until the server has the draft [LIFE-15]. */
  draftReturned: string | undefined
  /** Disappearing messages. */
  readonly disappearing: DisappearingMessages
  /** The last timer of disappearing messages here, seconds; 0 if there was none (DEC-25). */
  lastTimerSeconds: number
}

const nothing = serverId(0)

export const initialConversation = (id: ConversationId): ConversationState => ({
  id,
  facts: undefined,
  isOpened: false,
  readUpTo: nothing,
  deliveredUpTo: nothing,
  peerReadUpTo: nothing,
  wholeRead: undefined,
  unreadMark: undefined,
  announcementRead: '',
  hiding: undefined,
  clearing: { through: nothing, sequence: 0, activeAt: 0 },
  pendingSettings: new Map(),
  baseline: undefined,
  unreadIds: new Set(),
  mentionIds: new Set(),
  deletedIds: new Set(),
  deletedUnread: new Set(),
  hiddenPendingDeletion: new Map(),
  deletionsReceivedThrough: 0,
  pendingReactions: new Map(),
  edits: new Map(),
  pendingEdits: new Map(),
  editDraft: undefined,
  changesReceivedThrough: 0,
  pins: initialPins(),
  newestId: nothing,
  contiguousRanges: [],
  seenRanges: [],
  historyStartsAt: { sequence: 0, serverId: nothing },
  recent: [],
  unsent: new Map(),
  draft: '',
  draftMentions: undefined,
  draftQuote: undefined,
  draftSavedAt: 0,
  draftVersion: 0,
  isDraftShared: false,
  draftReturned: undefined,
  disappearing: initialDisappearing(),
  lastTimerSeconds: 0,
})

/** The conversations of one account, by id. */
export interface ConversationsState {
  readonly self: UserId
  readonly byId: Map<ConversationId, ConversationState>
}
export const initialConversations = (self: UserId): ConversationsState => ({ self, byId: new Map() })

/** Messages of a conversation that are deleted one by one, or cleared. */
export const erasedIn = ({ deletedIds, clearing }: ConversationState): ServerIds =>
  erasedIds(deletedIds, clearing.through)

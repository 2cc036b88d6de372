import type { ClientId, ConversationId, ConversationKind, ServerId, UserId } from '#schemas/ids.ts'
import type { GroupFacts } from '#schemas/log/events.ts'
import type { DraftMention, EditDraft, QuotedMessage } from '#schemas/log/message.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { MessageState } from '../message/timeline-message.ts'

/** The newest message of a conversation, as a list row shows it. */
export interface LastMessage {
  readonly serverId: ServerId | undefined
  readonly clientId: ClientId | undefined
  readonly senderId: UserId
  readonly isOwn: boolean
  readonly type: MessageType
  /** Null if only a tombstone is left. */
  readonly body: string | null
  readonly sentAt: number
  readonly state: MessageState
  /** Absent if unknown, and for an own message. */
  readonly senderName?: string | undefined
  /** The album that it ends, as picture or caption; absent if there is none. */
  readonly album?: AlbumCount | undefined
}

/** The number of pictures and videos of one send. */
export interface AlbumCount {
  readonly pictures: number
  readonly videos: number
}

/** One row of the conversation list. */
export interface ConversationSummary {
  readonly id: ConversationId
  readonly kind: ConversationKind
  readonly peerId: UserId | undefined
  /** What makes it a group; absent in a one-to-one conversation. */
  readonly group?: GroupFacts | undefined
  /** An unread message mentions this user or everyone [SESS-15]. */
  readonly isMentioned?: boolean
  /** The remark for a friend if there is one, else the server's name. */
  readonly title: string
  readonly avatarUrl: string
  readonly isPinned: boolean
  readonly isMuted: boolean
  /** Never opened since it was created [SESS-13 SESS-40]. */
  readonly isNew: boolean
  /** 1 if it was marked as unread and has no unread message [SESS-43]. */
  readonly unreadCount: number
  readonly isMarkedUnread?: boolean
  /** The group's current announcement is unread [VIEW-06]. */
  readonly hasUnreadAnnouncement?: boolean
  /** Not listed until a newer message arrives. It can still be found and opened [SESS-37 SESS-38]. */
  readonly isHidden?: boolean
  readonly lastMessage: LastMessage | undefined
  /**
   * Orders the list, ms: the newest message, including pending ones but no tombstones, else its creation or clearing.
   */
  readonly activeAt: number
  /** Empty when there is none. */
  readonly draft: string
  readonly draftMentions?: readonly DraftMention[] | undefined
  /** The quote of the draft. */
  readonly draftQuote?: QuotedMessage | undefined
  /** The unfinished edit of an own message. */
  readonly editDraft?: EditDraft | undefined
  /** The pinned messages, the last pinned one first. */
  readonly pinnedMessages?: readonly ServerId[]
  /** The version of the last edit of one of them; 0 if none was edited. */
  readonly pinnedEditVersion?: number
  /** Messages not sent: stale and failed ones. */
  readonly unsentCount: number
  /** The timer of disappearing messages: seconds from reading to expiry, 0 while it is off. */
  readonly timerSeconds?: number
  /** The timer that is set when disappearing messages are turned on, seconds (DEC-25) [BURN-02]. */
  readonly initialTimerSeconds?: number
}

/** The fields of a conversation without its messages and drafts. The object stays the same while only those change. */
export type ConversationDetails = Omit<
  ConversationSummary,
  'lastMessage' | 'activeAt' | 'draft' | 'draftMentions' | 'draftQuote' | 'editDraft'
>

/** A row of the list without its messages and drafts. */
export const detailsOf = ({
  lastMessage: _lastMessage,
  activeAt: _activeAt,
  draft: _draft,
  draftMentions: _draftMentions,
  draftQuote: _draftQuote,
  editDraft: _editDraft,
  ...details
}: ConversationSummary): ConversationDetails => details

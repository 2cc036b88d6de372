import type { ClientId, ServerId, UserId } from '#schemas/ids.ts'
import type { Attachment, QuotedMessage } from '#schemas/log/message.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { ShownReaction } from './reactions.ts'

/** A message as the timeline shows it. Never a tombstone. */
export interface TimelineMessage {
  /** Stable from pending to confirmed: the client id of an own message, otherwise `s` and the server id. */
  readonly key: string
  readonly clientId: ClientId | undefined
  readonly serverId: ServerId | undefined
  readonly sequence: number | undefined
  readonly senderId: UserId
  /** The shown name: the remark for a friend who has one. */
  readonly senderName: string
  /** The public name if `senderName` is a remark, for everything that others may see (DEC-153). */
  readonly senderPublicName?: string | undefined
  readonly senderAvatarUrl: string
  /** In a group: 0 member, 9 admin, 10 owner, above that a system admin; absent if it is 0 [MSG-19 MSG-20]. */
  readonly senderRole?: number | undefined
  readonly isOwn: boolean
  readonly type: MessageType
  readonly body: string
  /** The text that the server has while an own edit waits for it; otherwise absent. */
  readonly confirmedBody?: string | undefined
  /** Server time, ms; of a pending one the time of its submission. */
  readonly sentAt: number
  readonly state: MessageState
  /** When it was read, server ms; absent if unknown. */
  readonly readAt?: number | undefined
  /** Whether Retry is offered now (DEC-03). */
  readonly canRetry: boolean
  readonly quote: QuotedMessage | undefined
  /** The mentioned user ids; 0 is everyone [MSG-06]. */
  readonly mentions?: readonly number[] | undefined
  /** The local file of an unsent message. */
  readonly attachment?: Attachment | undefined
  /** Seconds from reading until it expires; absent if it does not. */
  readonly timerSeconds?: number | undefined
  /** When it expires, server ms; absent before the timer starts. */
  readonly expiresAt?: number | undefined
  /** The reactions, the most frequent one first; absent if the message never had one. */
  readonly reactions?: readonly ShownReaction[] | undefined
  /** When its sender last edited it, server ms; absent if it has its original text. */
  readonly editedAt?: number | undefined
  /** True if it is pinned; otherwise absent. */
  readonly isPinned?: true | undefined
}

/** Returns the public name of the sender: remarks are private (DEC-153). */
export const publicNameOf = ({
  senderName,
  senderPublicName,
}: Pick<TimelineMessage, 'senderName' | 'senderPublicName'>): string => senderPublicName ?? senderName

/** Returns the oldest server id among these messages, if any. */
export const oldestId = (messages: readonly Pick<TimelineMessage, 'serverId'>[]): ServerId | undefined =>
  messages.find(({ serverId }) => serverId !== undefined)?.serverId

/** Returns the newest server id among these messages, if any. */
export const newestId = (messages: readonly Pick<TimelineMessage, 'serverId'>[]): ServerId | undefined =>
  messages.findLast(({ serverId }) => serverId !== undefined)?.serverId

/**
 * The target of a jump in a conversation: a message, the first one since a time (server ms), or the first unread one
 * after a read marker.
 */
export type SeekTarget =
  | { readonly kind: 'message'; readonly serverId: ServerId }
  | { readonly kind: 'moment'; readonly at: number }
  | { readonly kind: 'unread'; readonly mark: ServerId }

/** The last requested jump and its status. */
export interface Seeking {
  readonly target: SeekTarget
  readonly status: 'under-way' | 'found' | 'gone' | 'failed'
}

/** The view of one open conversation. */
export interface TimelineView {
  readonly status: 'loading' | 'ready' | 'failed' | 'unavailable'
  /**
   * In the order of DEC-99: confirmed by sequence, then unsent as they were written. One contiguous range: the newest
   * one, or a detached window without pending messages.
   */
  readonly messages: readonly TimelineMessage[]
  /** Own messages that failed and can be retried, in order; also while a detached window is shown. */
  readonly unsent: readonly ClientId[]
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  /** Whether the last attempt to load older messages failed. The next load clears it. */
  readonly hasOlderFailed: boolean
  /** Whether a detached window is shown: newer messages follow, and the newest ones are not shown. */
  readonly hasNewer: boolean
  readonly isLoadingNewer: boolean
  /** Whether the last attempt to load newer messages failed. The next load clears it. */
  readonly hasNewerFailed: boolean
  /** The last jump requested by `seek` and its status; undefined once it was cancelled or left. */
  readonly seeking: Seeking | undefined
  /** Own read marker when the conversation was opened: the unread divider comes after it (0 if nothing was read). */
  readonly readUpToAtOpening: ServerId
  readonly readUpTo: ServerId
  readonly unreadCount: number
}

/**
 * Returns the quote of a message, with its sender's public name (DEC-153); undefined before the server has accepted it.
 * An edit that waits is not quoted, because the server may reject it. Quotes get its text with the confirmation.
 */
export const quoteOf = (message: TimelineMessage): QuotedMessage | undefined => {
  const { serverId, senderId, type, body, confirmedBody: text = body } = message
  const senderName = publicNameOf(message)
  return serverId === undefined ? undefined : { serverId, senderId, senderName, type, text }
}

/** The delivery status of a message as the person sees it. */
export type MessageState = 'pending' | 'stale' | 'failed' | 'sent' | 'read'

import type { ClientId, ServerId, UserId } from '#schemas/ids.ts'
import type { Attachment, QuotedMessage } from '#schemas/log/message.ts'
import type { MessageType } from '#schemas/message-types.ts'

/** A message as a timeline draws it. Tombstones never get here. */
export interface TimelineMessage {
  /** Stable from pending to confirmed: the client id of an own message, else `s` and the server id. */
  readonly key: string
  readonly clientId: ClientId | undefined
  readonly serverId: ServerId | undefined
  readonly sequence: number | undefined
  readonly senderId: UserId
  /** What this user sees them under: the remark for a friend who has one. */
  readonly senderName: string
  /** Where that is a remark: the name all know, for whatever others may see (DEC-153). */
  readonly senderPublicName?: string | undefined
  readonly senderAvatarUrl: string
  /** In a group: 0 member, 9 admin, 10 owner, above that a system admin; absent when it is 0 [MSG-19 MSG-20]. */
  readonly senderRole?: number | undefined
  readonly isOwn: boolean
  readonly type: MessageType
  readonly body: string
  /** Server time, ms; of a pending one the time it was submitted. */
  readonly sentAt: number
  readonly state: MessageState
  /** When it was read, server ms, where that is known. */
  readonly readAt?: number | undefined
  /** Whether Retry is offered now (DEC-03). */
  readonly canRetry: boolean
  readonly quote: QuotedMessage | undefined
  /** Who is mentioned, by user id; 0 is everyone [MSG-06]. */
  readonly mentions?: readonly number[] | undefined
  /** The file of an unsent one, as this device holds it. */
  readonly attachment?: Attachment | undefined
  /** Seconds after reading until it vanishes; absent when it does not. */
  readonly burnsAfter?: number | undefined
  /** When it vanishes, server ms; absent while nothing counts down. */
  readonly burnsAt?: number | undefined
}

/** Whom a message is from, as others may be told: a remark is nobody else's business (DEC-153). */
export const publicNameOf = ({
  senderName,
  senderPublicName,
}: Pick<TimelineMessage, 'senderName' | 'senderPublicName'>): string => senderPublicName ?? senderName

/** The oldest id that the server gave one of these; undefined where it gave none. */
export const oldestId = (messages: readonly Pick<TimelineMessage, 'serverId'>[]): ServerId | undefined =>
  messages.find(({ serverId }) => serverId !== undefined)?.serverId

/** The newest one likewise. */
export const newestId = (messages: readonly Pick<TimelineMessage, 'serverId'>[]): ServerId | undefined =>
  messages.findLast(({ serverId }) => serverId !== undefined)?.serverId

/**
 * What is looked for in a conversation: a message, the first one since a moment, server ms, or the first one that was
 * unread when the read mark stood there.
 */
export type SeekTarget =
  | { readonly kind: 'message'; readonly serverId: ServerId }
  | { readonly kind: 'moment'; readonly at: number }
  | { readonly kind: 'unread'; readonly mark: ServerId }

/** A search that the timeline was asked for, and how it stands. */
export interface Seeking {
  readonly target: SeekTarget
  readonly status: 'under-way' | 'found' | 'gone' | 'failed'
}

/** What one open conversation shows. */
export interface TimelineView {
  readonly status: 'loading' | 'ready' | 'failed' | 'unavailable'
  /**
   * In the order of DEC-99: confirmed by sequence, then pending by time. One contiguous stretch: the newest one, or an island
   * without what is pending.
   */
  readonly messages: readonly TimelineMessage[]
  /** Own messages that did not go out and can be tried again, in their order, whether they are shown or an island is. */
  readonly unsent: readonly ClientId[]
  readonly hasOlder: boolean
  readonly isLoadingOlder: boolean
  /** Whether the last attempt to load older ones failed; loading again clears it. */
  readonly hasOlderFailed: boolean
  /** Whether what is shown is an island: newer messages follow, and the newest are elsewhere. */
  readonly hasNewer: boolean
  readonly isLoadingNewer: boolean
  /** Whether the last attempt to load newer ones failed; loading again clears it. */
  readonly hasNewerFailed: boolean
  /** What was asked for last by `seek`, and how that stands; undefined once it was given up or left. */
  readonly seeking: Seeking | undefined
  /** Own read mark when the conversation was opened: the unread divider stands after it (0 when nothing was read). */
  readonly readUpToAtOpening: ServerId
  readonly readUpTo: ServerId
  readonly unreadCount: number
}

/** What a quote of the message carries, under the name all know (DEC-153); undefined while the server has not numbered it. */
export const quoteOf = (message: TimelineMessage): QuotedMessage | undefined => {
  const { serverId, senderId, type, body } = message
  const senderName = publicNameOf(message)
  return serverId === undefined ? undefined : { serverId, senderId, senderName, type, text: body }
}

/** How far a message has come, as a person sees it. */
export type MessageState = 'pending' | 'stale' | 'failed' | 'sent' | 'read'

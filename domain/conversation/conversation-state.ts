import { type ClientId, type ConversationId, type ServerId, serverId, type UserId } from '#schemas/ids.ts'
import type { ConversationFacts, OwnSetting } from '#schemas/log/events.ts'
import type { DraftMention, QuotedMessage } from '#schemas/log/message.ts'
import type { MessageType } from '#schemas/message-types.ts'
import { type Burning, initialBurning, type ReadTime } from '../burn/burning.ts'
import { erasedIds, type ServerIds } from '../message/erase-event.ts'
import type { UnsentMessages } from '../message/unsent-messages.ts'
import type { ContiguousRange } from './contiguous-ranges.ts'
import type { UnreadBaseline } from './unread-count.ts'

/** A confirmed message as far as a list row may need it. */
export interface RecentMessage {
  readonly serverId: ServerId
  readonly clientId: ClientId | undefined
  readonly senderId: UserId
  readonly type: MessageType
  /** Null is a tombstone. */
  readonly body: string | null
  readonly sentAt: number
  readonly readAt: number | undefined
  readonly senderName?: string | undefined
  /** Whether it vanishes after being read. */
  readonly isBurnable?: boolean | undefined
}

/** An own setting on its way to the server. */
export interface PendingSetting {
  readonly isOn: boolean
  readonly requestId: string
}

/** Off the list until something newer than this. */
export interface Hiding {
  readonly through: ServerId
  /** Server time, ms. */
  readonly at: number
}

/** What a conversation was cleared of; all 0 while it never was. */
export interface Clearing {
  readonly through: ServerId
  /** The highest sequence number known of the purged messages. */
  readonly sequence: number
  /** Where the row stays in the list, ms. */
  readonly activeAt: number
}

/** Messages that are drawn nowhere, and when each may be erased, server ms. Owned and changed in place by its fold. */
export type HiddenPendingDeletion = Map<ServerId, number>

/** Everything known of one conversation but its messages. Owned and changed in place by its fold. */
export interface ConversationState {
  readonly id: ConversationId
  /** Undefined until the server listed it: then it is not shown. */
  facts: ConversationFacts | undefined
  isOpened: boolean
  /** Own read mark, whoever set it. */
  readUpTo: ServerId
  /** How far the server knows of the own read mark. */
  deliveredUpTo: ServerId
  peerReadUpTo: ServerId
  /** The mark that was set for the conversation as a whole, and when, server ms [SESS-41]. */
  wholeRead: ReadTime | undefined
  /** Marked unread by hand [SESS-43]. */
  isMarkedUnread: boolean
  /** The announcement of a group as this user read it last; empty when none was, or none is there to be read [VIEW-06]. */
  announcementRead: string
  hiding: Hiding | undefined
  clearing: Clearing
  /** Own settings that the server has not answered for. */
  readonly pendingSettings: Map<OwnSetting, PendingSetting>
  baseline: UnreadBaseline | undefined
  /** Messages of others above `readUpTo`, not deleted. */
  readonly unreadIds: Set<ServerId>
  /** Those of them that mention this user or everyone [SESS-15]. */
  readonly mentionIds: Set<ServerId>
  /** Messages that are tombstones, seen or not, so that a late copy stays hidden [LIFE-18]. */
  readonly deletedIds: Set<ServerId>
  /** Messages of others above `readUpTo` that only this device deleted: the server counts them still (DEC-19). */
  readonly deletedUnread: Set<ServerId>
  /** Messages deleted for this device that can still be brought back, with the end of that time, server ms. */
  readonly hiddenPendingDeletion: HiddenPendingDeletion
  /** The server's stamp of the latest deletion heard of, ms; 0 when none. */
  deletionsReceivedThrough: number
  newestId: ServerId
  /** What is here. */
  readonly contiguousRanges: ContiguousRange[]
  /** What has been here at any time: all that was to be counted in it was counted. */
  readonly seenRanges: ContiguousRange[]
  /** The first message that the last trim left here: older ones come from the server again; 0 before the first trim. */
  historyStartsAt: { readonly sequence: number; readonly serverId: ServerId }
  /** Newest first, by server id. */
  readonly recent: RecentMessage[]
  readonly unsent: UnsentMessages
  draft: string
  /** The mentions in it. */
  draftMentions: readonly DraftMention[] | undefined
  /** What the draft answers; it goes with the message it quotes. */
  draftQuote: QuotedMessage | undefined
  /** Messages that vanish after being read. */
  readonly burning: Burning
  /** The duration vanish mode last had here, seconds; 0 when it was never on (DEC-25). */
  lastVanish: number
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
  isMarkedUnread: false,
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
  newestId: nothing,
  contiguousRanges: [],
  seenRanges: [],
  historyStartsAt: { sequence: 0, serverId: nothing },
  recent: [],
  unsent: new Map(),
  draft: '',
  draftMentions: undefined,
  draftQuote: undefined,
  burning: initialBurning(),
  lastVanish: 0,
})

/** The conversations of one account, by id. */
export interface ConversationsState {
  readonly self: UserId
  readonly byId: Map<ConversationId, ConversationState>
}
export const initialConversations = (self: UserId): ConversationsState => ({ self, byId: new Map() })

/** Messages of a conversation that are gone: deleted one by one, or cleared. */
export const erasedIn = ({ deletedIds, clearing }: ConversationState): ServerIds =>
  erasedIds(deletedIds, clearing.through)

import type { Observable } from 'rxjs'
import type { Command, Outcome } from '#domain/commands/command.ts'
import type { ApplicationsView, Friend } from '#domain/contacts/contacts.ts'
import type { ReceivedRange } from '#domain/conversation/contiguous-ranges.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { UnreadBaseline } from '#domain/conversation/unread-count.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { Outbox } from '#domain/outbox/outbox.ts'
import type { RetentionTimes } from '#domain/retention/retention-times.ts'
import type { TimelineRange } from '#domain/timeline/timeline-range.ts'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { ProfileFacts } from '#schemas/log/events.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { Ports } from '../ports.ts'
import type { CaptureList } from '../projections/cached-list.ts'
import type { Readable } from '../readable.ts'
import type { LocalFiles } from '../storage/storage.ts'
import type { MessageExpiry } from './message-expiry.ts'

/** What the log needs of the platform. */
export type AccountLogPorts = Pick<Ports, 'clock' | 'random' | 'storage' | 'channel' | 'report'>

/**
 * What the log knows of one conversation beside its messages; used to ask the server for exactly what is missing. It is looked up
 * in the list's row when it is read, and that row may move on: whoever needs it later asks anew.
 */
export interface ConversationSyncState {
  readonly readUpTo: ServerId
  readonly peerReadUpTo: ServerId
  /** Messages up to here were cleared away on this device: there is nothing to show of them. */
  readonly clearedThrough: ServerId
  /** The newest confirmed message, 0 when none. */
  readonly newestId: ServerId
  /** When the first of the newest messages that are known was sent, server ms; undefined when none is. */
  readonly recentSince: number | undefined
  /** Unread messages, and whether one mentions this user, as the server would count: with what this device has hidden. */
  readonly unreadCount: number
  readonly isMentioned: boolean
  /** What the server counted last, as far as it was heard here. */
  readonly counted: UnreadBaseline | undefined
  /** The newest message that the list row knows, held or only told of; 0 when none. */
  readonly shownId: ServerId
  /** The server's stamp of the latest deletion heard of, ms; 0 when none. */
  readonly deletionsReceivedThrough: number
  /** Stretches of sequence numbers held here, ascending, inclusive; more than one means a gap between them. */
  readonly contiguousRanges: readonly ReceivedRange[]
  /** The server id at the first or last sequence number of a held stretch: where a page before or after it starts. */
  idAt(sequence: number): ServerId | undefined
  /** Whether this message is known to be deleted. */
  isDeleted(message: ServerId): boolean
  /** Whether the server counts this message as unread though this device deleted it, as far as was heard here. */
  isCountedThoughDeleted(message: ServerId): boolean
  /** What was cleared, deleted and hidden here, to be said once more behind a removal; `now` is server time, ms. */
  replayLocalActions(now: number): readonly NewEvent[]
}

/** The stretch of a conversation that a screen has open: the newest one, or an island far back. */
export interface OpenTimeline {
  /** The stretch that is shown, after the newest one also what is unsent; new events fold in at once. */
  readonly messages: Readable<readonly TimelineMessage[]>
  /** Where that stretch lies; undefined when nothing of it has a sequence number. */
  shown(): TimelineRange | undefined
  /** Whether storage holds contiguous older ones that are not in `messages` yet. */
  hasOlderStored(): boolean
  /** Loads up to `count` older ones from storage; resolves with how many came. */
  loadOlderStored(count: number): Promise<number>
  /** Whether storage holds messages that follow an island and are not in `messages` yet. */
  hasNewerStored(): boolean
  /** Loads those of up to `count` sequence numbers from storage. */
  loadNewerStored(count: number): Promise<void>
  /**
   * Shows what is held around a sequence number, unless what would be shown is refused; resolves with whether it is
   * shown now.
   */
  showAround(sequence: number, accepts: (messages: readonly TimelineMessage[]) => boolean): Promise<boolean>
  /** Shows the newest stretch again, at once. */
  showNewest(): void
  /** The messages at both ends of every stretch that is held here, ascending. */
  heldEnds(): Promise<readonly ConfirmedMessage[]>
  /** The messages of the next sequence numbers after this one, as far as they are held without a hole; a page at most. */
  storedAfter(sequence: number): Promise<readonly ConfirmedMessage[]>
  close(): void
}

/**
 * The account's log with everything folded from it. One per tab and account; tabs share the stored log.
 * Reads are synchronous and live; writes resolve when durable and already folded.
 */
/**
 * How the newest stretch of a conversation is read: all of it before it is shown, or `newest-first`, where more than a screen
 * shows comes at once and the rest within milliseconds. What is unread never waits for the rest.
 */
export type FirstReading = 'whole' | 'newest-first'

export interface AccountLog {
  /**
   * What a faulty storage does not take waits in memory and counts as written; it is stored later. Rejects when the
   * storage refuses for another reason, after it was tried three times; then nothing was written.
   */
  append(events: readonly NewEvent[]): Promise<readonly LogEvent[]>
  /** Decides against the current state and appends what follows; refuses what could not be stored, and never rejects. */
  dispatch(command: Command): Promise<Outcome>
  /** Every event after the start, from this tab and from others, in log order, after it was folded. */
  readonly appended$: Observable<readonly LogEvent[]>
  readonly conversations: Readable<readonly ConversationSummary[]>
  /** The row of one conversation in that list; undefined when it is not listed. */
  summaryOf(conversation: ConversationId): ConversationSummary | undefined
  readonly friends: Readable<readonly Friend[]>
  readonly applications: Readable<ApplicationsView>
  readonly profile: Readable<ProfileFacts | undefined>
  readonly outbox: Readable<Outbox>
  /** Files of this device that go out with messages of the outbox. */
  readonly files: LocalFiles
  /** False when the device's storage could not be opened: the log is then in this page's memory, and other tabs know nothing of it. */
  readonly isShared: boolean
  /** Becomes true when the device's storage could be opened after all, or was emptied or destroyed by somebody: the log has to be opened anew. */
  readonly hasReturned: Readable<boolean>
  /** Every conversation of which anything is held, also those without a row in the list. */
  heldConversations(): readonly ConversationId[]
  /** Undefined for a conversation the log has never heard of. */
  syncState(conversation: ConversationId): ConversationSyncState | undefined
  /**
   * Resolves once the newest stored stretch (up to 200 messages) is read, or with the newest of them; rejects with
   * PROMISE_TIMED_OUT after 3 s [STORE-02 STORE-03].
   */
  openTimeline(conversation: ConversationId, reading?: FirstReading): Promise<OpenTimeline>
  /**
   * Every confirmed message of a conversation that is held here, stretch by stretch, the newest one first and each in
   * order. Reads while somebody subscribes, completes with the oldest, and fails as the storage does.
   */
  readBackward(conversation: ConversationId): Observable<readonly TimelineMessage[]>
  /** The conversations that this tab has open, the one opened last first. */
  lookedAt(): readonly ConversationId[]
  /**
   * Lets go of what is older than this, while this tab leads; resolves when that is done or somebody else does it. Rejects
   * when the storage refuses or takes too long [STORE-05 STORE-06 STORE-07].
   */
  retain(times: RetentionTimes): Promise<void>
  /** Has the list drawn for the next start's first paint, while this tab leads; undefined ends that. */
  captureListWith(draw: CaptureList | undefined): void
  /** Folds what other tabs have stored by now, told of or not; rejects when a faulty storage does not tell. */
  catchUp(): Promise<void>
  /** Writes the read models behind now; resolves when they and the log are durable. */
  flush(): Promise<void>
  /** Whether this tab writes read models; the leader does. */
  setLeading(isLeading: boolean): void
  isLeading(): boolean
  /** The disappearing messages; the machine of vanish mode decides when they are hidden and erased. */
  readonly expiry: MessageExpiry
  close(): Promise<void>
}

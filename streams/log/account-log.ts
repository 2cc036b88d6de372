import type { Observable } from 'rxjs'
import type { Command, Outcome } from '#domain/commands/command.ts'
import type { ApplicationsView, Friend } from '#domain/contacts/contacts.ts'
import type { ReceivedRange } from '#domain/conversation/contiguous-ranges.ts'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { LocalDraft } from '#domain/conversation/draft.ts'
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
import type { AccountStorage, LocalFiles } from '../storage/storage.ts'
import type { MessageExpiry } from './message-expiry.ts'

/** The ports that the log needs. */
export type AccountLogPorts = Pick<Ports, 'clock' | 'random' | 'storage' | 'channel' | 'report'>

/**
 * How far this device has caught up with one conversation. Requests to the server ask only for missing data. The
 * properties are read from the conversation's current state, so read them again after it may have changed.
 */
export interface ConversationSyncState {
  readonly readUpTo: ServerId
  readonly peerReadUpTo: ServerId
  /** Messages up to here were cleared on this device and are not shown. */
  readonly clearedThrough: ServerId
  /** The newest confirmed message, 0 when none. */
  readonly newestId: ServerId
  /** When the conversation was created, or began again, server ms; undefined before the server lists it. */
  readonly createdAt: number | undefined
  /** When the oldest of the known newest messages was sent, server ms; undefined if none is known. */
  readonly oldestRecentAt: number | undefined
  /** Unread messages as the server counts them, including messages that this device hides. */
  readonly unreadCount: number
  readonly isMentioned: boolean
  /** The server's latest known count. */
  readonly counted: UnreadBaseline | undefined
  /** The newest message that the list row knows, even if this device does not have it; 0 when none. */
  readonly newestRowId: ServerId
  /** The oldest message that the list row knows, if it knows erased ones only; otherwise undefined. */
  readonly oldestErasedId: ServerId | undefined
  /** The server's stamp of the latest deletion that this device received, ms; 0 when none. */
  readonly deletionsReceivedThrough: number
  /** The conversation's version up to which this device knows the changes of its messages. */
  readonly changesReceivedThrough: number
  /** The draft, and what is known about the one of the server. */
  readonly draft: LocalDraft
  /** The version up to which this device knows the conversation's pins. */
  readonly pinsReceivedThrough: number
  /** Contiguous ranges of sequence numbers, ascending, inclusive. Between two of them is a gap. */
  readonly contiguousRanges: readonly ReceivedRange[]
  /**
   * The server id at the first or last sequence number of a contiguous range, from which a history page is requested.
   */
  idAtRangeEnd(sequence: number): ServerId | undefined
  isDeleted(message: ServerId): boolean
  /** Whether the server's latest known count includes this message although this device deleted it. */
  isCountedThoughDeleted(message: ServerId): boolean
  /** The state that only this device has as events to append again after a removal; `now` is server time, ms. */
  replayLocalState(now: number): readonly NewEvent[]
}

/** The part of a conversation that a screen shows: the live window, or a detached window after a jump. */
export interface OpenTimeline {
  /** The shown messages; the live window ends with unsent ones. Updates synchronously with new events. */
  readonly messages: Readable<readonly TimelineMessage[]>
  /** The shown range; undefined when no message in it has a sequence number. */
  shown(): TimelineRange | undefined
  /** Whether the storage has contiguous older messages that are not in `messages` yet. */
  hasOlderStored(): boolean
  /** Loads up to `count` older messages from storage; resolves with the number of loaded messages. */
  loadOlderStored(count: number): Promise<number>
  /** Whether the storage has messages that follow a detached window and are not in `messages` yet. */
  hasNewerStored(): boolean
  /** Loads the messages of up to `count` following sequence numbers from storage. */
  loadNewerStored(count: number): Promise<void>
  /**
   * Shows the stored messages around a sequence number if `accepts` returns true for them. Resolves with whether they
   * are shown now.
   */
  showAround(sequence: number, accepts: (messages: readonly TimelineMessage[]) => boolean): Promise<boolean>
  /** Returns to the live window, synchronously. */
  showNewest(): void
  /** The first and last message of every contiguous range, ascending. */
  rangeEnds(): Promise<readonly ConfirmedMessage[]>
  /** The stored messages that follow this sequence number without a gap; at most one page. */
  storedAfter(sequence: number): Promise<readonly ConfirmedMessage[]>
  close(): void
}

/**
 * How the live window is read. `whole` reads all messages before it resolves. `newest-first` resolves with more than a
 * screen of messages, including all unread ones, and adds the others within milliseconds.
 */
export type FirstReading = 'whole' | 'newest-first'

export type OwnRows = Pick<AccountStorage, 'readRow' | 'readRows' | 'writeModel' | 'epoch'>

/**
 * The account's log with its read models. One per tab and account; tabs share the stored log.
 * Reads are synchronous and live; writes resolve when durable and already folded.
 */
export interface AccountLog {
  /**
   * Keeps events in memory if the storage is faulty, counts them as written and stores them later. Rejects if the
   * storage fails for another reason three times; then nothing was written.
   */
  append(events: readonly NewEvent[]): Promise<readonly LogEvent[]>
  /**
   * Appends the events that `decide` derives from the state after everything that is stored, so that no write of this or
   * another tab comes between them. `decide` may be called several times. Rejects like `append`.
   */
  appendDecided(decide: () => readonly NewEvent[]): Promise<readonly LogEvent[]>
  /** Decides a command and appends its events. Resolves with a rejection if they could not be stored. Never rejects. */
  dispatch(command: Command): Promise<Outcome>
  /** Emits new events of this tab and of other tabs, in log order, after they were folded. */
  readonly appended$: Observable<readonly LogEvent[]>
  readonly conversations: Readable<readonly ConversationSummary[]>
  /** The row of one conversation in that list; undefined when it is not listed. */
  summaryOf(conversation: ConversationId): ConversationSummary | undefined
  readonly friends: Readable<readonly Friend[]>
  readonly applications: Readable<ApplicationsView>
  readonly profile: Readable<ProfileFacts | undefined>
  readonly outbox: Readable<Outbox>
  /** Local files of messages in the outbox. */
  readonly files: LocalFiles
  /** Rows of this account that are no events and no read models of them, such as the search history. */
  readonly ownRows: OwnRows
  /**
   * False if the device's storage could not be opened. The log is then in this page's memory and not shared with other
   * tabs.
   */
  readonly isShared: boolean
  /** Becomes true when the device's storage came back, was emptied or was destroyed. Reopen the log then. */
  readonly hasReturned: Readable<boolean>
  /** Every conversation with stored data, also those without a row in the list. */
  knownConversations(): readonly ConversationId[]
  /** Undefined for an unknown conversation. */
  syncState(conversation: ConversationId): ConversationSyncState | undefined
  /**
   * Opens the live window (up to 200 stored messages); see `FirstReading`. Rejects with PROMISE_TIMED_OUT after 3 s
   * [STORE-02 STORE-03].
   */
  openTimeline(conversation: ConversationId, reading?: FirstReading): Promise<OpenTimeline>
  /**
   * Emits every stored confirmed message of a conversation in batches: the newest batch first, each batch in ascending
   * order. Completes after the oldest message; errors when the storage fails.
   */
  readBackward(conversation: ConversationId): Observable<readonly TimelineMessage[]>
  /**
   * Reads the newest contiguous messages from storage, ascending, erased ones included: at least 50 with a text, or
   * all.
   */
  readNewest(conversation: ConversationId): Promise<readonly ConfirmedMessage[]>
  /** The conversations that this tab shows, the last opened first. */
  shownConversations(): readonly ConversationId[]
  /**
   * Removes data that is older than these times while this tab leads. Resolves also when another tab does it. Rejects
   * when the storage fails or takes too long [STORE-05 STORE-06 STORE-07].
   */
  retain(times: RetentionTimes): Promise<void>
  /** Sets the function that renders the cached list snapshot while this tab leads; undefined stops it. */
  captureListWith(draw: CaptureList | undefined): void
  /** Folds the segments that other tabs have stored so far. Rejects when the storage cannot be read. */
  catchUp(): Promise<void>
  /** Writes the read models without delay; resolves when they and the log are durable. */
  flush(): Promise<void>
  /** Whether this tab writes read models; the leader does. */
  setLeading(isLeading: boolean): void
  isLeading(): boolean
  /** The disappearing messages. The expiry machine decides when they are hidden and erased. */
  readonly expiry: MessageExpiry
  close(): Promise<void>
}

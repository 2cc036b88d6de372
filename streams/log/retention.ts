import type { ContiguousRange } from '#domain/conversation/contiguous-ranges.ts'
import type { ConversationState, ConversationsState } from '#domain/conversation/conversation-state.ts'
import type { RetentionTimes } from '#domain/retention/retention-times.ts'
import { pageOf } from '#domain/timeline/timeline-projection.ts'
import { type ConversationId, type ServerId, serverId, type UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { readTimelinePage, type TimelinePage } from '#schemas/storage/timeline-row.ts'
import { withTimeLimit } from '../clock/timing.ts'
import type { Clock, Random } from '../ports.ts'
import { pageKey, timelineModel } from '../projections/timeline-rows.ts'
import type { WriteBehind } from '../projections/write-behind.ts'
import type { AccountStorage } from '../storage/storage.ts'
import { storageLimits } from '../storage/storage-limits.ts'
import { compactLog } from './compaction.ts'
import { LogChanged } from './log-rewriter.ts'
import type { LogTail } from './log-tail.ts'

interface RetentionOptions {
  readonly self: UserId
  readonly clock: Clock
  readonly random: Random
  readonly storage: AccountStorage
  readonly tail: LogTail
  readonly writeBehind: WriteBehind
  conversations(): ConversationsState
  /** Whether folded events are only in memory and lost when the page closes. */
  hasUnsaved(): boolean
  shownConversations(): readonly ConversationId[]
  /** Server time now, ms. */
  now(): number
  append(events: readonly NewEvent[]): Promise<unknown>
}

/** Conversations that one write trims. */
const trimmedPerWrite = 10

/** Attempts to compact a log that other tabs change meanwhile. */
const tries = 3

/**
 * Removes old data while this tab leads: first messages, by events that every tab folds, then other events of the log.
 * Resolves also when another tab changed the log. Rejects when the storage fails, or with PROMISE_TIMED_OUT when the
 * search for old messages takes 10 s [STORE-05].
 */
export async function removeOldData(options: RetentionOptions, times: RetentionTimes): Promise<void> {
  const { clock, writeBehind, tail } = options

  async function trim(sentBefore: number): Promise<void> {
    // The search ends before the limit for a hanging storage, so that what it has found is trimmed and the log compacted.
    const until = clock.monotonic() + storageLimits.trimming / 2
    const isOver = () => clock.monotonic() >= until || !writeBehind.isLeading()
    const find = () => findTrimmableHistory({ ...options, isOver }, sentBefore, options.now())
    const events = await withTimeLimit(clock, storageLimits.trimming, find, () => {})
    // One write of all conversations would block the page for too long.
    for (let at = 0; at < events.length && writeBehind.isLeading(); at += trimmedPerWrite) {
      await options.append(events.slice(at, at + trimmedPerWrite))
      await writeBehind.flush()
    }
  }

  const takeTurn = <Value>(step: () => Promise<Value>): Promise<Value> =>
    writeBehind.runExclusive(() => {
      if (!writeBehind.isLeading()) throw new LogChanged()
      return step()
    })

  /**
   * Stops the compaction while events are only in memory: they may be lost, so nothing stored is removed because of
   * them.
   */
  const storedConversations = () => {
    if (options.hasUnsaved()) throw new LogChanged()
    return options.conversations()
  }

  async function compact(recordedBefore: number): Promise<void> {
    for (let left = tries; left > 0 && writeBehind.isLeading(); left -= 1) {
      try {
        return await compactLog({ ...options, conversations: storedConversations, takeTurn }, recordedBefore)
      } catch (error) {
        if (!(error instanceof LogChanged)) throw error
      } finally {
        // The cached segments do not match the stored log any more.
        tail.forget()
      }
    }
  }

  if (!writeBehind.isLeading()) return
  await writeBehind.flush()
  await trim(options.now() - times.messages)
  await compact(options.now() - times.events)
}

interface TrimmingOptions {
  readonly storage: AccountStorage
  conversations(): ConversationsState
  /** Conversations that a screen shows. They are not trimmed while a person reads them. */
  shownConversations(): readonly ConversationId[]
  /** True when the time limit has passed. The edges found so far are used. */
  isOver(): boolean
}

/** Most pages of one contiguous range that are trimmed in one run. */
const pagesPerRun = 40

/**
 * Finds messages that were sent before `sentBefore` in the stored pages of every conversation that no screen shows.
 * Reads only the pages to trim and the first page with a newer message.
 * @param sentBefore server time, ms.
 * @param now server time, ms.
 * @returns one `HistoryTrimmed` event for each contiguous range to trim [STORE-06].
 */
async function findTrimmableHistory(
  options: TrimmingOptions,
  sentBefore: number,
  now: number,
): Promise<readonly NewEvent[]> {
  const events: NewEvent[] = []
  for (const id of [...options.conversations().byId.keys()]) {
    if (options.isOver()) break
    const state = options.conversations().byId.get(id)
    if (!state || options.shownConversations().includes(id)) continue
    for (const range of state.contiguousRanges) {
      const edge = await findEdge(options, state, range, sentBefore)
      if (edge) events.push(trimmed(id, edge, now))
      // The ranges ascend, so that all later messages are newer.
      if (!edge || edge.before <= range.to) break
    }
  }
  return events
}

interface Edge {
  readonly from: number
  readonly before: number
  readonly beforeId: ServerId
}

/** The first message of a contiguous range to keep; undefined if there is nothing to trim. */
async function findEdge(
  { storage }: TrimmingOptions,
  { id, clearing }: ConversationState,
  range: ContiguousRange,
  sentBefore: number,
): Promise<Edge | undefined> {
  const from = Math.max(range.from, clearing.sequence + 1)
  const lastPage = Math.min(pageOf(range.to), pageOf(from) + pagesPerRun - 1)
  let newest: ConfirmedMessage | undefined
  for (let page = pageOf(from); page <= lastPage; page += 1) {
    for (const message of await readPage(storage, pageKey(id, page))) {
      const { sequence = 0, sentAt } = message
      if (sequence < from || sequence > range.to) continue
      if (sentAt >= sentBefore) return newest && edgeAt(from, sequence, message.serverId)
      newest = message
    }
  }
  if (!newest) return undefined
  const { sequence = 0, serverId: newestId } = newest
  // Inside the range, the last old message stays: the id of the next message is not known yet.
  return sequence === range.to
    ? edgeAt(from, sequence + 1, serverId(newestId + 1))
    : edgeAt(from, sequence, newestId)
}

/** The messages of one stored page; none if another version of the model wrote it. */
async function readPage(storage: AccountStorage, key: string): Promise<TimelinePage> {
  const { checkpoint, rows } = await storage.readModel(timelineModel.name, [key])
  if (checkpoint?.version !== timelineModel.version) return []
  return rows.flatMap(({ value }) => readTimelinePage(value) ?? [])
}

const edgeAt = (from: number, before: number, beforeId: ServerId): Edge => ({ from, before, beforeId })

const trimmed = (stream: ConversationId, data: Edge, now: number): NewEvent => ({
  stream,
  type: 'HistoryTrimmed',
  data,
  occurredAt: now,
  origin: 'local',
})

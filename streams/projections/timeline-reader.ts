import { findRange, type SequenceRange } from '#domain/conversation/contiguous-ranges.ts'
import type { ConversationsState } from '#domain/conversation/conversation-state.ts'
import {
  evolveTimeline,
  initialTimeline,
  pageOf,
  pageSize,
  type TimelineState,
} from '#domain/timeline/timeline-projection.ts'
import { newestRange } from '#domain/timeline/timeline-range.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { LogTail } from '../log/log-tail.ts'
import type { AccountStorage, RowRange } from '../storage/storage.ts'
import {
  BrokenTimelineRow,
  loadTimelineRow,
  type PageRun,
  rowQueryOfPages,
  rowsFromPage,
  timelineModel,
} from './timeline-rows.ts'

export interface TimelineReaderOptions {
  readonly self: UserId
  readonly storage: AccountStorage
  readonly tail: LogTail
  head(): number
  conversations(): ConversationsState
  /** Called when a stored row cannot be read. The messages are then folded from the log. */
  onBroken(): void
}

/** A requested range: up to `count` visible messages, the newest ones or those before a sequence number. */
export interface RequestedRange {
  readonly id: ConversationId
  readonly count: number
  /** Exclusive. */
  readonly before?: number | undefined
}

/**
 * Reads a range of a conversation from its pages and the tail of the log. `take` is called synchronously when the
 * messages have reached this tab's head, so that no event is missed between reading and following.
 */
export async function readTimelineRange<Result>(
  options: TimelineReaderOptions,
  wanted: RequestedRange,
  take: (state: TimelineState) => Result,
): Promise<Result> {
  for (let pages = Math.ceil(wanted.count / pageSize) + 1; ; pages *= 2) {
    const range = pageRange(options, wanted, pages)
    const read = await readUpToHead(options, wanted.id, range.rows, (state) => {
      if (!range.isWhole && !hasEnough(state, wanted)) return undefined
      trim(state, wanted)
      return { result: take(state) }
    })
    if (read) return read.result
  }
}

/** Messages with a text in `readNewestMessages`. */
const newestCount = 50

/** Reads the newest contiguous messages of a conversation, ascending, erased ones included. */
export const readNewestMessages = (
  options: TimelineReaderOptions,
  id: ConversationId,
): Promise<readonly ConfirmedMessage[]> =>
  readTimelineRange(options, { id, count: newestCount }, ({ bySequence, withoutSequence }) =>
    [...bySequence.values(), ...withoutSequence.values()].sort(
      (left, right) => left.serverId - right.serverId,
    ),
  )

/** Reads the messages with a sequence number in one of these ranges. `take` as in `readTimelineRange`. */
export function readSequenceRanges<Result>(
  options: TimelineReaderOptions,
  id: ConversationId,
  ranges: readonly SequenceRange[],
  take: (state: TimelineState) => Result,
): Promise<Result> {
  const runs: readonly PageRun[] = ranges.map(({ from, to }) => ({
    first: pageOf(from),
    last: pageOf(to),
  }))
  return readUpToHead(options, id, rowQueryOfPages(id, runs), (state) => {
    for (const sequence of state.bySequence.keys())
      if (!ranges.some(({ from, to }) => from <= sequence && sequence <= to))
        state.bySequence.delete(sequence)
    return take(state)
  })
}

/** Reads pages, folds the tail over them and calls `use` synchronously when they have reached this tab's head. */
async function readUpToHead<Result>(
  options: TimelineReaderOptions,
  id: ConversationId,
  rows: WantedRows,
  use: (state: TimelineState) => Result,
): Promise<Result> {
  const { state, foldedTo } = await readPages(options, id, rows)
  let at = foldedTo
  while (at < options.head()) at = await foldNext(options, state, at)
  for (const { events } of options.tail.inMemory())
    for (const event of events) if (event.stream === id) evolveTimeline(state, event)
  return use(state)
}

type WantedRows = readonly (string | RowRange)[]

/** The newest pages of the contiguous range, at most `limit`; `isWhole` if there are no more. */
function pageRange(
  options: TimelineReaderOptions,
  { id, before }: RequestedRange,
  limit: number,
): { readonly rows: WantedRows; readonly isWhole: boolean } {
  const conversation = options.conversations().byId.get(id)
  const ranges = conversation?.contiguousRanges ?? []
  const range = before === undefined ? ranges.at(-1) : findRange(ranges, before - 1)
  if (!range) return { rows: rowQueryOfPages(id, []), isWhole: true }
  const last = pageOf(before === undefined ? range.to : before - 1)
  // Cleared messages are in no page.
  const lowest = pageOf(Math.max(range.from, (conversation?.clearing.sequence ?? 0) + 1))
  const first = Math.max(lowest, last - limit + 1)
  const rows = before === undefined ? rowsFromPage(id, first) : rowQueryOfPages(id, [{ first, last }])
  return { rows, isWhole: first === lowest }
}

interface StoredMessages {
  readonly state: TimelineState
  /** The segment after which the tail must be folded over it. */
  readonly foldedTo: number
}

/** The messages in the stored rows; none when the rows are of another version or broken. */
async function readPages(
  options: TimelineReaderOptions,
  id: ConversationId,
  rows: WantedRows,
): Promise<StoredMessages> {
  try {
    return await readRows(options, id, rows)
  } catch (error) {
    if (!(error instanceof BrokenTimelineRow)) throw error
    options.onBroken()
    return { state: initialTimeline(id, options.self), foldedTo: 0 }
  }
}

async function readRows(
  { self, storage }: TimelineReaderOptions,
  id: ConversationId,
  wanted: WantedRows,
): Promise<StoredMessages> {
  const state = initialTimeline(id, self)
  const { checkpoint, rows } = await storage.readModel(timelineModel.name, wanted)
  if (checkpoint?.version !== timelineModel.version) return { state, foldedTo: 0 }
  for (const { key, value } of rows) loadTimelineRow(state, key, value)
  return { state, foldedTo: checkpoint.segment }
}

/** Folds the next part of the tail, at most up to this tab's head. Returns the last folded segment. */
async function foldNext(
  options: TimelineReaderOptions,
  state: TimelineState,
  after: number,
): Promise<number> {
  const segments = await options.tail.read(after)
  const head = options.head()
  for (const { segment, events } of segments) {
    if (segment > head) break
    for (const event of events) if (event.stream === state.id) evolveTimeline(state, event)
  }
  return Math.min(head, segments.at(-1)?.segment ?? head)
}

/** The contiguous range in which the requested one ends. */
function rangeEndingAt(state: TimelineState, before: number | undefined): SequenceRange | undefined {
  if (before === undefined) return newestRange(state.bySequence)
  let from = before
  while (state.bySequence.has(from - 1)) from -= 1
  return from < before ? { from, to: before - 1 } : undefined
}

/** The start of the requested range, counting visible messages down from its end. */
function startOf(
  state: TimelineState,
  { before, count }: RequestedRange,
): { start: number; visible: number } {
  const range = rangeEndingAt(state, before)
  if (!range) return { start: before ?? 0, visible: 0 }
  let visible = 0
  let start = range.to + 1
  while (start > range.from && visible < count) {
    start -= 1
    if (state.bySequence.get(start)?.body !== null) visible += 1
  }
  return { start, visible }
}

/** Whether messages that were read earlier still contain the requested range. Drops messages outside it. */
export function stillContains(state: TimelineState, wanted: RequestedRange, hasOlder: boolean): boolean {
  if (hasOlder && !hasEnough(state, wanted)) return false
  trim(state, wanted)
  return true
}

const hasEnough = (state: TimelineState, wanted: RequestedRange): boolean =>
  startOf(state, wanted).visible >= wanted.count

/** Drops messages outside the requested range. */
function trim(state: TimelineState, wanted: RequestedRange): void {
  const { start } = startOf(state, wanted)
  const end = wanted.before ?? Number.POSITIVE_INFINITY
  for (const sequence of state.bySequence.keys())
    if (sequence < start || sequence >= end) state.bySequence.delete(sequence)
}

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
import type { LogTail } from '../log/log-tail.ts'
import type { AccountStorage, RowRange } from '../storage/storage.ts'
import {
  BrokenTimelineRow,
  loadTimelineRow,
  type PageRun,
  rowsFromPage,
  rowsOfPages,
  timelineModel,
} from './timeline-rows.ts'

export interface TimelineReaderOptions {
  readonly self: UserId
  readonly storage: AccountStorage
  readonly tail: LogTail
  head(): number
  conversations(): ConversationsState
  /** Told of a stored row that cannot be read; the stretch is then folded from the log. */
  onBroken(): void
}

/** A stretch that is wanted: up to `count` visible messages, the newest ones or those before a sequence number. */
export interface WantedStretch {
  readonly id: ConversationId
  readonly count: number
  /** Exclusive. */
  readonly before?: number | undefined
}

/**
 * Reads a stretch of a conversation out of pages and tail. `take` gets it in the very step in which it stands at the
 * head of this tab's fold, so that no event is missed between reading and following.
 */
export async function readStretch<Result>(
  options: TimelineReaderOptions,
  wanted: WantedStretch,
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

/** Reads just what has a sequence number in one of these stretches, out of pages and tail; `take` as in `readStretch`. */
export function readBetween<Result>(
  options: TimelineReaderOptions,
  id: ConversationId,
  stretches: readonly SequenceRange[],
  take: (state: TimelineState) => Result,
): Promise<Result> {
  const runs: readonly PageRun[] = stretches.map(({ from, to }) => ({
    first: pageOf(from),
    last: pageOf(to),
  }))
  return readUpToHead(options, id, rowsOfPages(id, runs), (state) => {
    for (const sequence of state.placed.keys())
      if (!stretches.some(({ from, to }) => from <= sequence && sequence <= to)) state.placed.delete(sequence)
    return take(state)
  })
}

/** Hands over the pages with the tail over them in the very step in which they stand at the head of this tab's fold. */
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

/** The newest pages of the held stretch, at most `limit`; whole when there are no more. */
function pageRange(
  options: TimelineReaderOptions,
  { id, before }: WantedStretch,
  limit: number,
): { readonly rows: WantedRows; readonly isWhole: boolean } {
  const conversation = options.conversations().byId.get(id)
  const held = conversation?.contiguousRanges ?? []
  const range = before === undefined ? held.at(-1) : findRange(held, before - 1)
  if (!range) return { rows: rowsOfPages(id, []), isWhole: true }
  const last = pageOf(before === undefined ? range.to : before - 1)
  // What was cleared away is in no page.
  const lowest = pageOf(Math.max(range.from, (conversation?.clearing.sequence ?? 0) + 1))
  const first = Math.max(lowest, last - limit + 1)
  const rows = before === undefined ? rowsFromPage(id, first) : rowsOfPages(id, [{ first, last }])
  return { rows, isWhole: first === lowest }
}

interface StoredStretch {
  readonly state: TimelineState
  /** The segment from which the tail must be folded over it. */
  readonly foldedTo: number
}

/** The stored rows; nothing when they are of other code or cannot be read. */
async function readPages(
  options: TimelineReaderOptions,
  id: ConversationId,
  rows: WantedRows,
): Promise<StoredStretch> {
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
): Promise<StoredStretch> {
  const state = initialTimeline(id, self)
  const { checkpoint, rows } = await storage.readModel(timelineModel.name, wanted)
  if (checkpoint?.version !== timelineModel.version) return { state, foldedTo: 0 }
  for (const { key, value } of rows) loadTimelineRow(state, key, value)
  return { state, foldedTo: checkpoint.segment }
}

/** Folds the next part of the tail, as far as this tab has folded; returns how far it came. */
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

/** The stretch that the wanted one ends in. */
function stretchOf(state: TimelineState, before: number | undefined): SequenceRange | undefined {
  if (before === undefined) return newestRange(state.placed)
  let from = before
  while (state.placed.has(from - 1)) from -= 1
  return from < before ? { from, to: before - 1 } : undefined
}

/** Where the wanted number of visible messages starts, counted down from the top. */
function startOf(state: TimelineState, { before, count }: WantedStretch): { start: number; visible: number } {
  const stretch = stretchOf(state, before)
  if (!stretch) return { start: before ?? 0, visible: 0 }
  let visible = 0
  let start = stretch.to + 1
  while (start > stretch.from && visible < count) {
    start -= 1
    if (state.placed.get(start)?.body !== null) visible += 1
  }
  return { start, visible }
}

/** Whether a stretch that was read earlier is still the wanted one; what lies outside it by now is dropped. */
export function isStillWanted(state: TimelineState, wanted: WantedStretch, hasOlder: boolean): boolean {
  if (hasOlder && !hasEnough(state, wanted)) return false
  trim(state, wanted)
  return true
}

const hasEnough = (state: TimelineState, wanted: WantedStretch): boolean =>
  startOf(state, wanted).visible >= wanted.count

/** Drops what lies outside the wanted stretch. */
function trim(state: TimelineState, wanted: WantedStretch): void {
  const { start } = startOf(state, wanted)
  const end = wanted.before ?? Number.POSITIVE_INFINITY
  for (const sequence of state.placed.keys())
    if (sequence < start || sequence >= end) state.placed.delete(sequence)
}

import { groupBy } from '#domain/lists/group-by.ts'
import {
  evolveTimeline,
  initialTimeline,
  pagesTouchedBy,
  touchesEveryPage,
} from '#domain/timeline/timeline-projection.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { LogTail } from '../log/log-tail.ts'
import type { FoldedSegment } from '../log/step-reader.ts'
import type { ReportPort } from '../ports.ts'
import type { AccountStorage, RowRange, StoredRow } from '../storage/storage.ts'
import {
  BrokenTimelineRow,
  loadTimelineRow,
  pageIn,
  pageKey,
  pageRows,
  rowsFromPage,
  rowsPrefix,
  rowsPrefixIn,
  timelineModel,
  unpagedKey,
  unpagedRow,
} from './timeline-rows.ts'

interface TimelineWriterOptions {
  readonly self: UserId
  readonly storage: AccountStorage
  readonly tail: LogTail
  readonly report: ReportPort
  /** The last segment that this tab has folded. */
  head(): number
}

export interface TimelinePageWriter {
  /** Writes up to the current head, or until another writer is ahead. */
  write(): Promise<void>
  /** Makes the next write rebuild the model from the log, after a broken row. */
  rebuild(): void
}

/** Consecutive rejected writes after which this writer stops, because another one is active. */
const rejectionLimit = 5

/** Events of one round, in which each changed page is written once. */
const roundLimit = 20_000
/** Events folded in one task. */
const eventsPerTask = 500

/**
 * Writes the pages of messages behind the log: reads the segments after the stored checkpoint, folds them into the rows
 * they touch, a few conversations at a time, and writes the rows with the new checkpoint. It keeps no state, so the
 * next run continues after a crash.
 */
export function createTimelineWriter(options: TimelineWriterOptions): TimelinePageWriter {
  const { storage, tail, report, head } = options
  const { name, version } = timelineModel

  let mustRebuild = false

  /** Writes one round of the tail. Returns 'done' at its end. */
  async function advance(upTo: number): Promise<'done' | 'written' | 'rejected'> {
    const epoch = await storage.epoch()
    const stored = await storage.checkpoint(name)
    const isRebuild = mustRebuild || stored?.version !== version
    const from = isRebuild ? 0 : stored.segment
    const segments = await readRound(tail, from, upTo)
    const last = segments.at(-1)
    if (!last) return 'done'
    const rows = await foldRows(options, segments, isRebuild)
    const checkpoint = { segment: last.segment, version }
    const isWritten = await storage.writeModel({ model: name, checkpoint, epoch, rows, isRebuild })
    if (!isWritten) return 'rejected'
    if (isRebuild) mustRebuild = false
    return 'written'
  }

  const rebuild = () => {
    if (!mustRebuild) report.fault({ kind: 'log.model', detail: `${name}: broken row, rebuilding` })
    mustRebuild = true
  }

  return {
    rebuild,
    async write() {
      const upTo = head()
      for (let rejections = 0; rejections < rejectionLimit; ) {
        try {
          const result = await advance(upTo)
          if (result === 'done') return
          rejections = result === 'rejected' ? rejections + 1 : 0
        } catch (error) {
          if (!(error instanceof BrokenTimelineRow) || mustRebuild) throw error
          rebuild()
        }
      }
    },
  }
}

/** The segments of one round, after `from` and up to `upTo`. */
async function readRound(tail: LogTail, from: number, upTo: number): Promise<readonly FoldedSegment[]> {
  const segments: FoldedSegment[] = []
  for (let count = 0, at = from; at < upTo && count < roundLimit; ) {
    const next = await tail.read(at)
    const last = next.at(-1)
    if (!last) break
    segments.push(...next)
    count += next.reduce((sum, { events }) => sum + events.length, 0)
    at = last.segment
  }
  return segments
}

/** A conversation and its events in one round. */
type Change = readonly [ConversationId, readonly LogEvent[]]

/** The rows after folding the segments. `isFresh` starts from an empty state instead of the stored rows. */
async function foldRows(
  options: TimelineWriterOptions,
  segments: readonly FoldedSegment[],
  isFresh: boolean,
): Promise<readonly StoredRow[]> {
  const rows: StoredRow[] = []
  for (const changes of batches([...byConversation(segments)])) {
    const stored = isFresh ? undefined : await readStored(options.storage, changes)
    for (const change of changes)
      rows.push(...foldRowsOf(options.self, change, stored?.get(rowsPrefix(change[0]))))
  }
  return rows
}

/** Splits conversations into batches that are read and folded together. */
function batches(changes: readonly Change[]): readonly (readonly Change[])[] {
  const found: Change[][] = []
  let count = Number.POSITIVE_INFINITY
  for (const change of changes) {
    if (count >= eventsPerTask) found.push([])
    count = count >= eventsPerTask ? 0 : count
    found.at(-1)?.push(change)
    count += change[1].length
  }
  return found
}

function foldRowsOf(
  self: UserId,
  [id, events]: Change,
  stored: readonly StoredRow[] = [],
): readonly StoredRow[] {
  const state = initialTimeline(id, self)
  const pages = new Set(pagesIn(events))
  for (const { key, value } of stored) {
    loadTimelineRow(state, key, value)
    const page = pageIn(key)
    if (page !== undefined) pages.add(page)
  }
  for (const event of events) evolveTimeline(state, event)
  const unpaged = unpagedRow(state)
  const hasUnpaged = unpaged.value !== undefined || stored.some(({ key }) => key === unpaged.key)
  return [...(hasUnpaged ? [unpaged] : []), ...pageRows(state, pages)]
}

function byConversation(
  segments: readonly FoldedSegment[],
): ReadonlyMap<ConversationId, readonly LogEvent[]> {
  const groups = new Map<ConversationId, LogEvent[]>()
  for (const { events } of segments) {
    for (const event of events) {
      if (event.stream === 'account' || !concernsMessages(event)) continue
      const group = groups.get(event.stream)
      if (group) group.push(event)
      else groups.set(event.stream, [event])
    }
  }
  return groups
}

const concernsMessages = (event: LogEvent): boolean =>
  event.type.startsWith('Message') ||
  event.type === 'HistoryTrimmed' ||
  event.type === 'ConversationCleared' ||
  event.type === 'ConversationCompacted' ||
  event.type === 'ConversationRemoved'

const pagesIn = (events: readonly LogEvent[]): readonly number[] => events.flatMap(pagesTouchedBy)

/** The stored rows that the changes touch, by the key prefix of their conversation. */
async function readStored(
  storage: AccountStorage,
  changes: readonly Change[],
): Promise<ReadonlyMap<string, readonly StoredRow[]>> {
  const { rows } = await storage.readModel(timelineModel.name, changes.flatMap(rowsTouchedBy))
  return groupBy(rows, ({ key }) => rowsPrefixIn(key))
}

const rowsTouchedBy = ([id, events]: Change): readonly (string | RowRange)[] =>
  events.some(touchesEveryPage)
    ? rowsFromPage(id, 0)
    : [unpagedKey(id), ...[...new Set(pagesIn(events))].map((page) => pageKey(id, page))]

import {
  evolveTimeline,
  initialTimeline,
  pagesTouchedBy,
  touchesEveryPage,
} from '#domain/timeline/timeline-projection.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { FoldedSegment, LogTail } from '../log/log-tail.ts'
import type { ReportPort } from '../ports.ts'
import type { AccountStorage, RowRange, StoredRow } from '../storage/storage.ts'
import { groupBy } from './group-by.ts'
import {
  BrokenTimelineRow,
  unpagedKey,
  unpagedRow,
  loadTimelineRow,
  pageIn,
  pageKey,
  pageRows,
  rowsFromPage,
  rowsPrefix,
  rowsPrefixIn,
  timelineModel,
} from './timeline-rows.ts'

interface TimelineWriterOptions {
  readonly self: UserId
  readonly storage: AccountStorage
  readonly tail: LogTail
  readonly report: ReportPort
  /** How far this tab has folded the log. */
  head(): number
}

export interface TimelineWriter {
  /** Writes up to where the head is now, or until another writer proves to be further. */
  write(): Promise<void>
  /** The next write starts over from the log: a row was found broken. */
  rebuild(): void
}

/** Refused writes in a row before giving way to whoever else writes. */
const refusalLimit = 5

/** Events of one round: a page of messages is written once in it, however many of them came. */
const roundLimit = 20_000
/** Events that are folded in one task. */
const eventsAtOnce = 500

/**
 * Writes the pages of messages behind the log: reads the segments after the stored checkpoint, folds them into the rows
 * they touch, a few conversations at a time, and writes those rows with the new checkpoint. It remembers nothing, so a crash anywhere is healed by
 * the next run.
 */
export function createTimelineWriter(options: TimelineWriterOptions): TimelineWriter {
  const { storage, tail, report, head } = options
  const { name, version } = timelineModel

  let mustRebuild = false

  /** Writes one round of the tail; 'done' when there is none. */
  async function advance(upTo: number): Promise<'done' | 'written' | 'refused'> {
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
    if (!isWritten) return 'refused'
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
      for (let refusals = 0; refusals < refusalLimit; ) {
        try {
          const result = await advance(upTo)
          if (result === 'done') return
          refusals = result === 'refused' ? refusals + 1 : 0
        } catch (error) {
          if (!(error instanceof BrokenTimelineRow) || mustRebuild) throw error
          rebuild()
        }
      }
    },
  }
}

/** The tail after a segment up to another one, as far as one round goes. */
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

/** What one round brings to a conversation. */
type Change = readonly [ConversationId, readonly LogEvent[]]

/** The rows that the segments change, folded; `isFresh` starts from nothing instead of the stored rows. */
async function foldRows(
  options: TimelineWriterOptions,
  segments: readonly FoldedSegment[],
  isFresh: boolean,
): Promise<readonly StoredRow[]> {
  const rows: StoredRow[] = []
  for (const changes of portions([...byConversation(segments)])) {
    const stored = isFresh ? undefined : await readStored(options.storage, changes)
    for (const change of changes)
      rows.push(...foldRowsOf(options.self, change, stored?.get(rowsPrefix(change[0]))))
  }
  return rows
}

/** Conversations that are read and folded together. */
function portions(changes: readonly Change[]): readonly (readonly Change[])[] {
  const found: Change[][] = []
  let count = Number.POSITIVE_INFINITY
  for (const change of changes) {
    if (count >= eventsAtOnce) found.push([])
    count = count >= eventsAtOnce ? 0 : count
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
  const beside = unpagedRow(state)
  const isBesideThere = beside.value !== undefined || stored.some(({ key }) => key === beside.key)
  return [...(isBesideThere ? [beside] : []), ...pageRows(state, pages)]
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

/** The stored rows that the changes concern, by what the keys of a conversation start with. */
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

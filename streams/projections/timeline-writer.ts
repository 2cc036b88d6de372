import { evolveTimeline, pagesTouchedBy, touchesEveryPage } from '#domain/timeline/timeline-projection.ts'
import { initialTimeline, type TimelineState } from '#domain/timeline/timeline-state.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { FoldedSegment, LogTail } from '../log/log-tail.ts'
import type { ReportPort } from '../ports.ts'
import type { AccountStorage, StoredRow } from '../storage/storage.ts'
import {
  BrokenTimelineRow,
  besideKey,
  besideRow,
  loadTimelineRow,
  pageIn,
  pageKey,
  pageRows,
  rowsPrefix,
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
  /** Writes up to the head, or until another writer proves to be further. */
  write(): Promise<void>
  /** The next write starts over from the log: a row was found broken. */
  rebuild(): void
}

/** Refused writes in a row before giving way to whoever else writes. */
const refusalLimit = 5

/**
 * Writes the pages of messages behind the log: reads the segments after the stored checkpoint, folds them into the rows
 * they touch, and writes those rows with the new checkpoint. It remembers nothing, so a crash anywhere is healed by
 * the next run.
 */
export function createTimelineWriter(options: TimelineWriterOptions): TimelineWriter {
  const { storage, tail, report, head } = options
  const { name, version } = timelineModel

  let mustRebuild = false

  /** Writes one chunk of the tail; 'done' when there is none. */
  async function advance(): Promise<'done' | 'written' | 'refused'> {
    const epoch = await storage.epoch()
    const stored = await storage.checkpoint(name)
    const isRebuild = mustRebuild || stored?.version !== version
    const from = isRebuild ? 0 : stored.segment
    const segments = from < head() ? await tail.read(from) : []
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
      for (let refusals = 0; refusals < refusalLimit; ) {
        try {
          const result = await advance()
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

/** The rows that the segments change, folded; `isFresh` starts from nothing instead of the stored rows. */
async function foldRows(
  options: TimelineWriterOptions,
  segments: readonly FoldedSegment[],
  isFresh: boolean,
): Promise<readonly StoredRow[]> {
  const rows: StoredRow[] = []
  for (const [id, events] of byConversation(segments)) {
    const state = initialTimeline(id, options.self)
    const loaded = isFresh ? [] : await loadRows(options.storage, state, events)
    for (const event of events) evolveTimeline(state, event)
    rows.push(besideRow(state), ...pageRows(state, new Set([...loaded, ...pagesIn(events)])))
  }
  return rows
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

/** Loads what the events need into `state`; returns the pages that were loaded. */
async function loadRows(
  storage: AccountStorage,
  state: TimelineState,
  events: readonly LogEvent[],
): Promise<readonly number[]> {
  const rows = events.some(touchesEveryPage)
    ? await storage.readRows(timelineModel.name, rowsPrefix(state.id))
    : await readNamed(storage, [
        besideKey(state.id),
        ...[...new Set(pagesIn(events))].map((page) => pageKey(state.id, page)),
      ])
  for (const { key, value } of rows) loadTimelineRow(state, key, value)
  return rows.map(({ key }) => pageIn(key)).filter((page) => page !== undefined)
}

const readNamed = (storage: AccountStorage, keys: readonly string[]): Promise<readonly StoredRow[]> =>
  Promise.all(keys.map(async (key) => ({ key, value: await storage.readRow(timelineModel.name, key) })))

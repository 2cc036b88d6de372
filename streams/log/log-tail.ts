import type { LogEvent } from '#schemas/log/envelope.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import type { ReportPort } from '../ports.ts'
import { type AccountStorage, limitSegments, type StoredSegment } from '../storage/storage.ts'
import { createStepReader, type FoldedSegment } from './step-reader.ts'

/** The checkpoint whose segment holds the log snapshot. */
export const snapshotModel = { name: 'log-snapshot', version: 1 } as const

/** Events that are folded in one step: stored segments up to this one, and the in-memory segments after them. */
export interface FoldStep {
  /** Undefined if all events are in memory. They are folded again after they are stored. */
  readonly segment?: number | undefined
  readonly events: readonly LogEvent[]
}

/** Reads of the log, the newest part from memory. */
export interface LogTail {
  /** Keeps a segment that was just written or read. */
  keep(segment: FoldedSegment): void
  /** Reads the next segments after `after`, in order, as many as one task may fold; empty at the end of the log. */
  read(after: number): Promise<readonly FoldedSegment[]>
  /** Drops cached segments up to this one, because every read model has folded them. */
  release(upTo: number): void
  /** Drops all cached segments, after an erasure. */
  forget(): void
  /** The in-memory segments in order. They follow all stored ones. */
  inMemory(): readonly FoldStep[]
}

/** Limits of one read, small enough to parse and fold without a visible pause. */
const readLimits = { firstSegments: 4, segments: 50, events: 1000 } as const
/** The maximum number of cached events, for readers that are slightly behind. */
const keptEventLimit = 10_000

/**
 * Opens the tail of the log in `storage`. Events that cannot be parsed are reported once per type and skipped. They
 * stay stored.
 */
export function createLogTail(
  storage: AccountStorage,
  report: ReportPort,
  inMemory: LogTail['inMemory'] = () => [],
): LogTail {
  const reported = new Set<string>()
  const readStored = createStepReader(storage, readLimits)
  let kept: FoldedSegment[] = []
  let keptEvents = 0

  const reportOnce = (kind: string, detail: string) => {
    if (reported.has(detail)) return
    reported.add(detail)
    report.fault({ kind, detail })
  }

  const parse = (stored: StoredSegment): FoldedSegment => ({
    segment: stored.segment,
    events: stored.events.flatMap((value) => {
      const parsed = parseLogEvent(value)
      if (parsed.kind === 'event') return [parsed.event]
      reportOnce(`log.event.${parsed.kind}`, parsed.kind === 'unknown' ? parsed.type : parsed.detail)
      return []
    }),
  })

  /**
   * Reads that start before the snapshot need its events. The cached segments may be older than the stored snapshot.
   */
  const snapshotAt = async () => (await storage.checkpoint(snapshotModel.name))?.segment ?? 0

  const forget = () => {
    kept = []
    keptEvents = 0
  }

  const keptAfter = (after: number): readonly FoldedSegment[] => {
    const first = kept[0]?.segment ?? Number.POSITIVE_INFINITY
    if (first > after + 1) return []
    return limitSegments(kept.slice(after + 1 - first), readLimits.events)
  }

  return {
    forget,
    inMemory,
    release(upTo) {
      kept = kept.filter(({ segment }) => segment > upTo)
      keptEvents = kept.reduce((count, { events }) => count + events.length, 0)
    },
    keep(segment) {
      const last = kept.at(-1)
      if (last && segment.segment !== last.segment + 1) forget()
      kept.push(segment)
      keptEvents += segment.events.length
      while (keptEvents > keptEventLimit && kept.length > 1) keptEvents -= kept.shift()?.events.length ?? 0
    },
    async read(after) {
      const newer = keptAfter(after)
      if (newer.length > 0 && after >= (await snapshotAt())) return newer
      return (await readStored(after)).map(parse)
    },
  }
}

import type { LogEvent } from '#schemas/log/envelope.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import type { ReportPort } from '../ports.ts'
import { type AccountStorage, type StoredSegment, takeSegments } from '../storage/storage.ts'
import { snapshotModel } from './log-snapshot.ts'
import { createStepReader, type FoldedSegment } from './step-reader.ts'

/** Events that are folded in one step: of stored segments up to this one, and of segments in memory behind them. */
export interface FoldStep {
  /** Undefined when all events are in memory; they are folded again once they are stored. */
  readonly segment?: number | undefined
  readonly events: readonly LogEvent[]
}

/** Reads of the log, the newest part from memory. */
export interface LogTail {
  /** Keeps a segment that was just written or read. */
  keep(segment: FoldedSegment): void
  /** The next segments after `after`, in order, no more than one task may go through; empty at the end of the log. */
  read(after: number): Promise<readonly FoldedSegment[]>
  /** Drops what is kept up to a segment: every read model has it, so hardly anybody is behind it. */
  release(upTo: number): void
  /** Drops what is kept in memory, after an erasure. */
  forget(): void
  /** The segments that the storage has not taken yet, in order; they stand behind all stored ones. */
  inMemory(): readonly FoldStep[]
}

/** Read at once: few enough for nobody to notice that they are parsed and folded. */
const readLimits = { firstSegments: 4, segments: 50, events: 1000 } as const
/** Events kept in memory for whoever is a little behind. */
const keptEventLimit = 10_000

/** The tail of the log in `storage`. What cannot be read is reported once per type and skipped; it stays stored. */
export function createLogTail(
  storage: AccountStorage,
  report: ReportPort,
  inMemory: LogTail['inMemory'] = () => [],
): LogTail {
  const told = new Set<string>()
  const readStored = createStepReader(storage, readLimits)
  let kept: FoldedSegment[] = []
  let keptEvents = 0

  const tell = (kind: string, detail: string) => {
    if (told.has(detail)) return
    told.add(detail)
    report.fault({ kind, detail })
  }

  const parse = (stored: StoredSegment): FoldedSegment => ({
    segment: stored.segment,
    events: stored.events.flatMap((value) => {
      const parsed = parseLogEvent(value)
      if (parsed.kind === 'event') return [parsed.event]
      tell(`log.event.${parsed.kind}`, parsed.kind === 'unknown' ? parsed.type : parsed.detail)
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
    return takeSegments(kept.slice(after + 1 - first), readLimits.events)
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

import { type EventId, eventId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import { eventVersion } from '#schemas/log/events.ts'
import type { Ports } from '../ports.ts'
import type { FallbackAccountStorage } from '../storage/fallback-account-storage.ts'
import { isFault } from '../storage/storage-error.ts'
import type { FoldedSegment, LogTail } from './log-tail.ts'
import { randomId } from './random-id.ts'
import { patiently, withRetries } from './retry.ts'

/** The writing end of the log; called by one request at a time. */
export interface LogWriter {
  /** The last segment that was folded. */
  head(): number
  /** Writes one segment and folds it, after any that other tabs wrote meanwhile. */
  write(events: readonly NewEvent[]): Promise<readonly LogEvent[]>
  /** Folds what other tabs wrote; rejects when a faulty storage does not tell. */
  catchUp(): Promise<void>
  /** Folds a segment that came by another way than the storage. */
  take(segment: FoldedSegment): void
}

/**
 * Connects storage and fold: every stored segment reaches `fold` exactly once, in order; what waits to be stored does so again
 * behind those that overtook it. Starts after segment `start`.
 */
export function createLogWriter(options: {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'report'>
  readonly storage: Pick<FallbackAccountStorage, 'appendSegment' | 'moveBehind'>
  readonly tail: LogTail
  readonly start: number
  isClosed(): boolean
  serverNow(): number
  fold(segment: FoldedSegment): void
  /** Told after an own segment is stored, or waits to be, before it is folded. */
  announce(segment: FoldedSegment): void
}): LogWriter {
  const { ports, storage, tail } = options
  let head = options.start

  const fold = (segment: FoldedSegment) => {
    if (segment.segment <= head) return
    head = segment.segment
    tail.keep(segment)
    options.fold(segment)
  }

  const stamp = (
    event: NewEvent,
    id: EventId,
    position: LogEvent['position'],
    recordedAt: number,
  ): LogEvent => ({ ...event, id, version: eventVersion[event.type], position, recordedAt })

  /** Reads until nothing new comes; a failing storage is asked again until it answers, for skipping is not possible. */
  async function readOn(upTo: number, isOver: (cause: unknown) => boolean): Promise<void> {
    while (head < upTo) {
      const segments = await patiently(ports, 'log.read', () => tail.read(head), isOver)
      const due = segments.filter(({ segment }) => segment < upTo)
      const waiting = storage.moveBehind(due.at(-1)?.segment ?? head)
      // What waits is true behind what was stored, and is folded with it in one step: nobody acts on what lies between.
      for (const segment of waiting.length > 0 ? [joined([...due, ...waiting])] : due) fold(segment)
      if (segments.length === 0 || due.length < segments.length) return
    }
  }

  return {
    head: () => head,
    async write(events) {
      if (events.length === 0) return []
      let stamped: readonly LogEvent[] = []
      // A try that was given up may have stored the events after all: they are known again by their ids.
      const ids: EventId[] = []
      const idAt = (index: number): EventId => {
        const id = ids[index] ?? eventId(randomId(ports.random))
        ids[index] = id
        return id
      }
      const written = await withRetries(ports, 'log.append', () =>
        storage.appendSegment((segment) => {
          const recordedAt = options.serverNow()
          stamped = events.map((event, index) => stamp(event, idAt(index), { segment, index }, recordedAt))
          return stamped
        }),
      )
      const segment = { segment: written.segment, events: stamped }
      options.announce(segment)
      // What waits in memory stands less than one behind what was folded.
      if (written.segment > head + 1) await readOn(written.segment, options.isClosed)
      fold(segment)
      return stamped
    },
    // Nothing is written behind what is not read here, so that a fault need not hold up the writing.
    catchUp: () => readOn(Number.POSITIVE_INFINITY, (cause) => options.isClosed() || isFault(cause)),
    take: fold,
  }
}

/** Segments in order as one, which ends where the last of them does. */
const joined = (segments: readonly FoldedSegment[]): FoldedSegment => ({
  segment: segments.at(-1)?.segment ?? 0,
  events: segments.flatMap(({ events }) => events),
})

import { type EventId, eventId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import { eventVersion } from '#schemas/log/events.ts'
import type { SegmentPlace } from '#schemas/log/position.ts'
import { randomId } from '../clock/random-text.ts'
import { retry, retryUntil, storageDelays } from '../clock/retry.ts'
import type { Ports } from '../ports.ts'
import type { FallbackAccountStorage } from '../storage/fallback-account-storage.ts'
import { isFault, LogAdvanced, StorageClosed } from '../storage/storage-error.ts'
import type { FoldStep, LogTail } from './log-tail.ts'
import type { FoldedSegment } from './step-reader.ts'

/** Attempts of an append before it fails. */
const appendTries = 3

/** Writes the log. Called by one request at a time. */
export interface LogWriter {
  /** The last stored segment that was folded. */
  head(): number
  /** Writes one segment and folds it, after any that other tabs wrote meanwhile. */
  write(events: readonly NewEvent[]): Promise<readonly LogEvent[]>
  /** Writes the events that `decide` returns for the state after all stored segments. `decide` may be called again. */
  writeDecided(decide: () => readonly NewEvent[]): Promise<readonly LogEvent[]>
  /** Folds segments that other tabs wrote. Rejects if the storage fails. */
  catchUp(): Promise<void>
  /** Folds events that another tab shared because it could not store them. */
  foldShared(events: readonly LogEvent[]): void
}

/** A segment that this tab wrote. */
export interface WrittenSegment {
  readonly place: SegmentPlace
  readonly events: readonly LogEvent[]
}

/**
 * Connects storage and fold: every stored segment reaches `fold` exactly once, in order. In-memory segments are
 * folded when they are created, and again after each later stored one. Starts after segment `start`.
 */
export function createLogWriter(options: {
  readonly ports: Pick<Ports, 'clock' | 'random' | 'report'>
  readonly storage: Pick<FallbackAccountStorage, 'append'>
  readonly tail: LogTail
  readonly start: number
  isClosed(): boolean
  serverNow(): number
  fold(step: FoldStep): void
  /** Called when an own segment is stored, or kept in memory, before it is folded. */
  announce(written: WrittenSegment): void
}): LogWriter {
  const { ports, storage, tail } = options
  let head = options.start

  const foldStored = (segments: readonly FoldedSegment[]) => {
    const fresh = segments.filter(({ segment }) => segment > head)
    const inMemory = tail.inMemory()
    // In-memory events follow all stored ones. One step folds both, so that no view shows the state in between.
    const steps = fresh.length > 0 && inMemory.length > 0 ? [joined([...fresh, ...inMemory])] : fresh
    for (const segment of fresh) tail.keep(segment)
    for (const step of steps) {
      head = step.segment ?? head
      options.fold(step)
    }
  }

  const stamp = (
    event: NewEvent,
    id: EventId,
    position: LogEvent['position'],
    recordedAt: number,
  ): LogEvent => ({ ...event, id, version: eventVersion[event.type], position, recordedAt })

  /** Reads to the end. Retries a failing storage, because no segment may be skipped. */
  async function readOn(upTo: number, isOver: (cause: unknown) => boolean): Promise<void> {
    while (head < upTo) {
      const segments = await retryUntil(ports, 'log.read', () => tail.read(head), isOver)
      const due = segments.filter(({ segment }) => segment < upTo)
      foldStored(due)
      if (segments.length === 0 || due.length < segments.length) return
    }
  }

  /** Rejects with `LogAdvanced` if `after` is given and another tab has written since that segment. */
  async function write(events: readonly NewEvent[], after?: number): Promise<readonly LogEvent[]> {
    if (events.length === 0) return []
    let stamped: readonly LogEvent[] = []
    // A failed attempt may have stored the events. Their ids identify them.
    const ids: EventId[] = []
    const idAt = (index: number): EventId => {
      const id = ids[index] ?? eventId(randomId(ports.random))
      ids[index] = id
      return id
    }
    const append = () =>
      storage.append((segment) => {
        const recordedAt = options.serverNow()
        stamped = events.map((event, index) => stamp(event, idAt(index), { ...segment, index }, recordedAt))
        return stamped
      }, after)
    const place = await retry(append, {
      clock: ports.clock,
      delays: storageDelays,
      isFinal: (cause, failures) => isNoFailure(cause) || failures === appendTries,
    }).catch((cause: unknown) => {
      if (!isNoFailure(cause))
        ports.report.fault({ kind: 'log.append', detail: 'the storage failed three times', cause })
      throw cause
    })
    options.announce({ place, events: stamped })
    if (place.segment === undefined) {
      options.fold({ events: stamped })
      return stamped
    }
    if (place.segment > head + 1) await readOn(place.segment, options.isClosed)
    foldStored([{ segment: place.segment, events: stamped }])
    return stamped
  }

  return {
    head: () => head,
    write,
    async writeDecided(decide) {
      for (;;) {
        try {
          return await write(decide(), head)
        } catch (cause) {
          if (!(cause instanceof LogAdvanced)) throw cause
          await readOn(Number.POSITIVE_INFINITY, options.isClosed)
        }
      }
    },
    // Nothing is written after an unread segment, so that a fault does not block writes.
    catchUp: () => readOn(Number.POSITIVE_INFINITY, (cause) => options.isClosed() || isFault(cause)),
    foldShared: (events) => options.fold({ events }),
  }
}

const isNoFailure = (cause: unknown): boolean =>
  cause instanceof StorageClosed || cause instanceof LogAdvanced

/** Joins consecutive steps into one, up to the last stored segment. */
const joined = (steps: readonly FoldStep[]): FoldStep => ({
  segment: steps.findLast(({ segment }) => segment !== undefined)?.segment,
  events: steps.flatMap(({ events }) => events),
})

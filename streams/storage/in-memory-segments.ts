import type { LogEvent } from '#schemas/log/envelope.ts'
import type { SegmentPlace } from '#schemas/log/position.ts'
import type { StoredSegment } from './storage.ts'

/** A segment that the storage has not taken yet. */
export interface InMemorySegment {
  /** Its number among the segments in memory of this page: ascending, never used again. */
  readonly inMemory: number
  readonly events: readonly LogEvent[]
  /** Made by this tab; the others were shared by another tab, which stores them itself as long as it lives. */
  readonly isOwn: boolean
}

/** The events of a segment in memory after an erasure. */
export type ErasedSegment = Pick<StoredSegment, 'events'> & Pick<InMemorySegment, 'inMemory'>

/** Segments in memory, in order. They stand behind all stored segments, and are stored when that is possible again. */
export interface InMemorySegments {
  list(): readonly InMemorySegment[]
  add(isOwn: boolean, build: (place: SegmentPlace) => readonly LogEvent[]): InMemorySegment
  /** Replaces the events of these segments. Returns false, with nothing changed, when one of them has left memory. */
  rewrite(erased: readonly ErasedSegment[]): boolean
  remove(gone: readonly InMemorySegment[]): void
  /** Removes segments whose events are all stored by now, and shared ones whose events a log snapshot has replaced. */
  dropStored(stored: readonly StoredSegment[]): void
  has(event: LogEvent): boolean
}

export function createInMemorySegments(): InMemorySegments {
  let segments: readonly InMemorySegment[] = []
  let latest = 0
  return {
    list: () => segments,
    add(isOwn, build) {
      latest += 1
      const added = { inMemory: latest, isOwn, events: build({ inMemory: latest }) }
      segments = [...segments, added]
      return added
    },
    rewrite(erased) {
      const next = new Map(erased.map(({ inMemory, events }) => [inMemory, events]))
      if (segments.filter(({ inMemory }) => next.has(inMemory)).length < next.size) return false
      segments = segments.map((known) => {
        const events = next.get(known.inMemory)
        // An erasure returns events that it read here, with less text.
        return events ? { ...known, events: events as readonly LogEvent[] } : known
      })
      return true
    },
    remove(gone) {
      const numbers = new Set(gone.map(({ inMemory }) => inMemory))
      segments = segments.filter(({ inMemory }) => !numbers.has(inMemory))
    },
    dropStored(stored) {
      if (segments.length === 0) return
      const storedIds = new Set(stored.flatMap(({ events }) => events.flatMap(idsInEvent)))
      const compactedUntil = lastCompactedTime(stored)
      segments = segments.filter((segment) => !isStored(segment, storedIds, compactedUntil))
    },
    has: ({ id }) => segments.some(({ events }) => events.some((event) => event.id === id)),
  }
}

/** Assigns positions to the events of a segment. */
export const eventsAt = (place: SegmentPlace, events: readonly LogEvent[]): readonly LogEvent[] =>
  events.map((event, index) => ({ ...event, position: { ...place, index } }))

/** Returns the ids that a stored event proves to be stored: its own, and the client id of its message. */
function idsInEvent(event: unknown): readonly unknown[] {
  const clientId = fieldOf(fieldOf(fieldOf(event, 'data'), 'message'), 'clientId')
  return [fieldOf(event, 'id'), ...(clientId === undefined ? [] : [clientId])]
}

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined

/** The time at which the newest event that a log snapshot has replaced was recorded, ms; -Infinity without a snapshot. */
function lastCompactedTime(stored: readonly StoredSegment[]): number {
  const events = stored.flatMap((segment) => segment.events)
  const snapshots = events.filter((event) => fieldOf(event, 'type') === 'AccountCompacted')
  return Math.max(...snapshots.map((event) => Number(fieldOf(event, 'recordedAt'))))
}

/**
 * A log snapshot contains received messages, but not their submissions and sent drafts. It names none of the other
 * events that it has replaced, so a shared one counts as replaced if it was recorded by then. A submission counts as
 * stored only if its message is found, because a message must not be lost.
 */
function isStored(
  { events, isOwn }: InMemorySegment,
  storedIds: ReadonlySet<unknown>,
  compactedUntil: number,
): boolean {
  const rest = events.filter(({ id }) => !storedIds.has(id))
  if (isOwn) return rest.length === 0
  const isSent = (event: LogEvent) => event.type === 'MessageSubmitted' && storedIds.has(event.data.clientId)
  const isReplaced = ({ type, recordedAt }: LogEvent) =>
    type !== 'MessageSubmitted' && recordedAt <= compactedUntil
  return rest.every(
    (event) => isSent(event) || isReplaced(event) || (event.type === 'DraftSaved' && rest.some(isSent)),
  )
}

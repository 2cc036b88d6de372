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
  /** Remembers the ids of stored events, because compaction may remove the events before this tab reads the log. */
  markStored(ids: readonly string[]): void
  /** Removes segments whose events are all stored by now. */
  dropStored(stored: readonly StoredSegment[]): void
  /** Whether the event is in memory, or was marked as stored. */
  has(event: LogEvent): boolean
}

export function createInMemorySegments(): InMemorySegments {
  let segments: readonly InMemorySegment[] = []
  let latest = 0
  /** Few, because only events that some tab could not store at first are marked. */
  const markedIds = new Set<unknown>()
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
    markStored(ids) {
      for (const id of ids) markedIds.add(id)
    },
    dropStored(stored) {
      if (segments.length === 0) return
      const found = new Set(stored.flatMap(({ events }) => events.map(idOf)))
      const isStored = ({ id }: LogEvent) => found.has(id) || markedIds.has(id)
      segments = segments.filter(({ events }) => !events.every(isStored))
    },
    has: ({ id }) =>
      markedIds.has(id) || segments.some(({ events }) => events.some((event) => event.id === id)),
  }
}

/** Assigns positions to the events of a segment. */
export const eventsAt = (place: SegmentPlace, events: readonly LogEvent[]): readonly LogEvent[] =>
  events.map((event, index) => ({ ...event, position: { ...place, index } }))

/** Returns the id of a stored event, which may be of an unknown type. */
export const idOf = (event: unknown): unknown =>
  typeof event === 'object' && event !== null ? Reflect.get(event, 'id') : undefined

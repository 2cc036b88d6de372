import type { LogEvent } from '#schemas/log/envelope.ts'
import type { StoredSegment } from './storage.ts'

/** A segment that the storage has not taken yet. */
export interface UnsavedSegment {
  /** Between the number of the segment it follows and the next whole one, so that stored ones keep their own numbers. */
  readonly segment: number
  readonly events: readonly LogEvent[]
  /** Made by this tab; others were lent by another tab, which stores them itself as long as it lives. */
  readonly isOwn: boolean
}

/** Segments in memory, in order; they are read as if they were stored, and stored when that is possible again. */
export interface UnsavedSegments {
  list(): readonly UnsavedSegment[]
  /** Adds one after `head`, the last that its maker has folded. */
  add(head: number, isOwn: boolean, build: (segment: number) => readonly LogEvent[]): UnsavedSegment
  /** Those after `after`. */
  after(after: number): readonly UnsavedSegment[]
  /** Moves all of them behind `head`, where they will be stored, when a stored segment has overtaken one; returns them then. */
  moveBehind(head: number): readonly UnsavedSegment[]
  /** Replaces the events of these, for an erasure; false, and nothing is changed, when one of them waits no more. */
  rewrite(changed: readonly StoredSegment[]): boolean
  remove(gone: readonly UnsavedSegment[]): void
  /** Removes those whose events are all among the stored ones, and lent ones that are in a base: another tab stored them. */
  noteStored(stored: readonly StoredSegment[]): void
  has(event: LogEvent): boolean
}

/** Small enough for a million between two stored segments, and exact beside numbers up to 2^32. */
const step = 2 ** -20

export function createUnsavedSegments(): UnsavedSegments {
  let segments: readonly UnsavedSegment[] = []
  const lastBefore = (head: number) => Math.max(head, segments.at(-1)?.segment ?? 0)
  return {
    list: () => segments,
    add(head, isOwn, build) {
      const segment = lastBefore(head) + step
      const added = { segment, isOwn, events: build(segment) }
      segments = [...segments, added]
      return added
    },
    after: (after) => segments.filter(({ segment }) => segment > after),
    moveBehind(head) {
      if (!segments.some(({ segment }) => segment < Math.floor(head))) return []
      const start = lastBefore(head)
      segments = segments.map((known, index) => movedTo(start + (index + 1) * step, known))
      return segments
    },
    rewrite(changed) {
      const next = new Map(changed.map(({ segment, events }) => [segment, events]))
      if (segments.filter(({ segment }) => next.has(segment)).length < next.size) return false
      segments = segments.map((known) => {
        const events = next.get(known.segment)
        // An erasure hands back events that it read here, with less in them.
        return events ? { ...known, events: events as readonly LogEvent[] } : known
      })
      return true
    },
    remove(gone) {
      segments = segments.filter((known) => !gone.includes(known))
    },
    noteStored(stored) {
      if (segments.length === 0) return
      const told = new Set(stored.flatMap(({ events }) => events.flatMap(toldBy)))
      segments = segments.filter((segment) => !isTold(segment, told))
    },
    has: ({ id }) => segments.some(({ events }) => events.some((event) => event.id === id)),
  }
}

const movedTo = (segment: number, known: UnsavedSegment): UnsavedSegment => ({
  ...known,
  segment,
  events: eventsAt(segment, known.events),
})

/** The events at the position that a segment gives them. */
export const eventsAt = (segment: number, events: readonly LogEvent[]): readonly LogEvent[] =>
  events.map((event, index) => ({ ...event, position: { segment, index } }))

/** By what a stored event tells that others are stored: its id, and the client id of a message that it brings. */
function toldBy(event: unknown): readonly unknown[] {
  const clientId = fieldOf(fieldOf(fieldOf(event, 'data'), 'message'), 'clientId')
  return [fieldOf(event, 'id'), ...(clientId === undefined ? [] : [clientId])]
}

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined

/** A base has a message as it was received, not that it was submitted, and not the draft that went with it. */
function isTold({ events, isOwn }: UnsavedSegment, told: ReadonlySet<unknown>): boolean {
  const rest = events.filter(({ id }) => !told.has(id))
  if (isOwn) return rest.length === 0
  const isOfBase = (event: LogEvent) => event.type === 'MessageSubmitted' && told.has(event.data.clientId)
  return rest.every((event) => isOfBase(event) || (event.type === 'DraftSaved' && rest.some(isOfBase)))
}

/** Whether a segment's number is one of those that wait in memory. */
export const isUnsaved = (segment: number): boolean => !Number.isInteger(segment)

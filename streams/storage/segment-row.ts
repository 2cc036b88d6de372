import { parseJson } from '#schemas/json-text.ts'
import type { StoredSegment } from './storage.ts'

/**
 * A segment as IndexedDB stores it: its events as one JSON text, which takes less than half the time of structured cloning. The
 * events may also be an array.
 */
export interface SegmentRow {
  readonly segment: number
  readonly events: string | readonly unknown[]
}

export const toSegmentRow = ({ segment, events }: StoredSegment): SegmentRow => ({
  segment,
  events: JSON.stringify(events),
})

export function fromSegmentRow({ segment, events }: SegmentRow): StoredSegment {
  if (typeof events !== 'string') return { segment, events }
  const read = parseJson(events)
  // Corrupt text becomes one event, which the parser of events reports as broken.
  return { segment, events: Array.isArray(read) ? read : [events] }
}

import { parseJson } from '#schemas/json-text.ts'
import type { StoredSegment } from './storage.ts'

/**
 * A segment as a device keeps it: its events in one text, which is written and handed to the database in less than half the time that
 * it takes to copy as many objects. Earlier versions kept the list itself.
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
  // What is no list is handed on as one event that nobody can read: whoever parses events tells of it.
  return { segment, events: Array.isArray(read) ? read : [events] }
}

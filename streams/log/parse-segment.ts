import type { LogEvent } from '#schemas/log/envelope.ts'
import { parseLogEvent } from '#schemas/log/parse-event.ts'
import type { StoredSegment } from '../storage/storage.ts'

/** A stored segment read for a rewrite. */
export interface ParsedSegment {
  readonly segment: number
  readonly events: readonly LogEvent[]
  /** It holds an event of a later version of the program, which that version has to fold. */
  readonly hasUnknown: boolean
}

export function parseSegment({ segment, events: stored }: StoredSegment): ParsedSegment {
  const parsed = stored.map(parseLogEvent)
  return {
    segment,
    events: parsed.flatMap((result) => (result.kind === 'event' ? [result.event] : [])),
    hasUnknown: parsed.some(({ kind }) => kind === 'unknown'),
  }
}

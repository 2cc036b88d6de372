import type { LogEvent } from '#schemas/log/envelope.ts'

/** A stored segment as it is folded: the events this program knows. */
export interface FoldedSegment {
  readonly segment: number
  readonly events: readonly LogEvent[]
}

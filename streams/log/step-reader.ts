import type { LogEvent } from '#schemas/log/envelope.ts'
import { type AccountStorage, type StoredSegment, takeSegments } from '../storage/storage.ts'

/** Reads the next few segments after a number: as many as one step goes through. */
export type StepReader = (after: number) => Promise<readonly StoredSegment[]>

/** What a step goes through at most. */
export interface StepLimits {
  /** Segments that are tried first, when nothing is known of their size. */
  readonly firstSegments: number
  readonly segments: number
  /** Unless its first segment alone has more. */
  readonly events: number
}

/** A page that is looked at must not stop for it. */
const shortSteps: StepLimits = { firstSegments: 8, segments: 8, events: 500 }

/** Cuts a log into steps that are short enough for nobody to notice, however large its segments are. */
export function createStepReader(
  storage: Pick<AccountStorage, 'readSegments'>,
  { firstSegments, segments: mostSegments, events: mostEvents }: StepLimits = shortSteps,
): StepReader {
  let limit = firstSegments
  return async (after) => {
    const stored = await storage.readSegments(after, limit)
    const taken = takeSegments(stored, mostEvents)
    const count = stored.reduce((sum, { events }) => sum + events.length, 0)
    // What would be left out again is not read the next time.
    if (count > mostEvents) limit = taken.length
    else if (count * 2 <= mostEvents) limit = Math.min(limit * 2, mostSegments)
    return taken
  }
}

/** A stored segment as it is folded: the events this program knows. */
export interface FoldedSegment {
  readonly segment: number
  readonly events: readonly LogEvent[]
}

import type { LogEvent } from '#schemas/log/envelope.ts'
import { type AccountStorage, limitSegments, type StoredSegment } from '../storage/storage.ts'

/** Reads the next segments after a number, as many as one step handles. */
export type StepReader = (after: number) => Promise<readonly StoredSegment[]>

/** The limits of one step. */
export interface StepLimits {
  /** The number of segments to try first, before their size is known. */
  readonly firstSegments: number
  readonly segments: number
  /** The first segment may have more. */
  readonly events: number
}

/** Short steps keep a visible page responsive. */
const shortSteps: StepLimits = { firstSegments: 8, segments: 8, events: 500 }

/** Reads a log in steps that cause no visible pause, whatever the size of its segments. */
export function createStepReader(
  storage: Pick<AccountStorage, 'readSegments'>,
  { firstSegments, segments: mostSegments, events: mostEvents }: StepLimits = shortSteps,
): StepReader {
  let limit = firstSegments
  return async (after) => {
    const stored = await storage.readSegments(after, limit)
    const taken = limitSegments(stored, mostEvents)
    const count = stored.reduce((sum, { events }) => sum + events.length, 0)
    // Segments that would be dropped again are not read the next time.
    if (count > mostEvents) limit = taken.length
    else if (count * 2 <= mostEvents) limit = Math.min(limit * 2, mostSegments)
    return taken
  }
}

/** A stored segment with the events that this program knows. */
export interface FoldedSegment {
  readonly segment: number
  readonly events: readonly LogEvent[]
}

import type { AccountStorage, StoredSegment } from '../storage/storage.ts'

/** Reads the next few segments after a number: as many as one step goes through. */
export type StepReader = (after: number) => Promise<readonly StoredSegment[]>

/** Most segments of a step. */
const segmentsPerStep = 8
/** Events of a step, unless its first segment alone has more: a page that is looked at must not stop for it. */
const eventsPerStep = 500

/** Cuts a log into steps that are short enough for nobody to notice, however large its segments are. */
export function createStepReader(storage: Pick<AccountStorage, 'readSegments'>): StepReader {
  let limit = segmentsPerStep
  return async (after) => {
    const stored = await storage.readSegments(after, limit)
    let count = 0
    const taken = stored.filter(({ events }, index) => {
      count += events.length
      return index === 0 || count <= eventsPerStep
    })
    // What would be left out again is not read the next time.
    if (count > eventsPerStep) limit = taken.length
    else if (count * 2 <= eventsPerStep) limit = Math.min(limit * 2, segmentsPerStep)
    return taken
  }
}

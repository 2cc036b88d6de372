import type { Measure } from '../running/measure.ts'
import { catchingUpMeasures } from './catching-up.ts'
import { ingestMeasures } from './ingest.ts'
import { openingMeasures } from './opening.ts'
import { startingMeasures } from './starting.ts'

/** Everything that is measured, in the order of the table. */
export const allMeasures: readonly Measure[] = [
  ...ingestMeasures,
  ...openingMeasures,
  ...startingMeasures,
  ...catchingUpMeasures,
]

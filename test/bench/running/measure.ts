import type { Figure } from '../metrics/metric.ts'
import type { Bench } from './bench.ts'

/** Something that is measured in one go, and the names of the rows that come of it. */
export interface Measure {
  readonly names: readonly string[]
  run(bench: Bench): Promise<readonly Figure[]>
}

/** The measures that have a row of one of these names, all when none is named. Throws a TypeError for an unknown name. */
export function chooseMeasures(measures: readonly Measure[], names: readonly string[]): readonly Measure[] {
  const known = measures.flatMap((measure) => measure.names)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new TypeError(`nothing is called ${unknown}: ${known.join(', ')}`)
  if (names.length === 0) return measures
  return measures.filter((measure) => names.some((name) => measure.names.includes(name)))
}

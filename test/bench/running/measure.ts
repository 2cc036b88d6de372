import type { Metric } from '../metrics/metric.ts'
import type { Bench } from './bench.ts'

/** A measurement and the names of its rows. */
export interface Measure {
  readonly names: readonly string[]
  run(bench: Bench): Promise<readonly Metric[]>
}

/**
 * The measures with at least one of these row names, or all if none is given. Throws a TypeError for an unknown name.
 */
export function chooseMeasures(measures: readonly Measure[], names: readonly string[]): readonly Measure[] {
  const known = measures.flatMap((measure) => measure.names)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) throw new TypeError(`nothing is called ${unknown}: ${known.join(', ')}`)
  if (names.length === 0) return measures
  return measures.filter((measure) => names.some((name) => measure.names.includes(name)))
}

import type { Metric } from '../metrics/metric.ts'
import type { Bench } from './bench.ts'

/** A measurement and the names of its rows. */
export interface Measure {
  readonly names: readonly string[]
  run(bench: Bench): Promise<readonly Metric[]>
}

/**
 * The measures with at least one of these row names, or all if none is given. A name that no row has stands for the
 * rows that begin with it: `lighthouse` for `lighthouse-list`. Throws a TypeError for an unknown name.
 */
export function chooseMeasures(measures: readonly Measure[], names: readonly string[]): readonly Measure[] {
  if (names.length === 0) return measures
  const known = measures.flatMap((measure) => measure.names)
  const wanted = names.flatMap((name) => {
    const rows = known.includes(name) ? [name] : known.filter((row) => row.startsWith(`${name}-`))
    if (rows.length === 0) throw new TypeError(`nothing is called ${name}: ${known.join(', ')}`)
    return rows
  })
  return measures.filter((measure) => measure.names.some((name) => wanted.includes(name)))
}

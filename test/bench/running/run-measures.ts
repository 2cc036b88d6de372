import { type Row, toRow } from '../metrics/metric.ts'
import type { Bench } from './bench.ts'
import type { Measure } from './measure.ts'

/** The limit for one measure, ms. */
const limit = { smoke: 60_000, whole: 60 * 60_000 }

/**
 * Runs the measures one after the other, because concurrent work would distort them. Passes the rows of each to `found`
 * immediately. Rejects with the first failure.
 */
export async function runMeasures(
  bench: Bench,
  measures: readonly Measure[],
  found: (rows: readonly Row[]) => void,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const measure of measures) {
    const start = performance.now()
    bench.tell(measure.names.join(', '))
    const metrics = await withLimit(measure.run(bench), bench.isSmoke ? limit.smoke : limit.whole)
    const measured = metrics.map(toRow)
    found(measured)
    rows.push(...measured)
    bench.tell(`  ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  return rows
}

async function withLimit<Result>(work: Promise<Result>, longest: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${longest / 1000} s`)), longest)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

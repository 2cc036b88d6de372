import { isClose, type Metric, type Row, toRowOfRuns } from '../metrics/metric.ts'
import type { Bench } from './bench.ts'
import type { Measure } from './measure.ts'

/** The limit for one measure, ms. */
const limit = { smoke: 60_000, whole: 60 * 60_000 }

/** How often a measure runs that has a row close to its target. */
const closeRuns = 5

/**
 * Runs the measures one after the other, because concurrent work would distort them. Passes the rows of each to `found`
 * immediately. A measure with a row within 5 % of its target runs five times. Rejects with the first failure.
 */
export async function runMeasures(
  bench: Bench,
  measures: readonly Measure[],
  found: (rows: readonly Row[]) => void,
  wasBusy = false,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const measure of measures) {
    const start = performance.now()
    bench.tell(measure.names.join(', '))
    const run = () => withLimit(measure.run(bench), bench.isSmoke ? limit.smoke : limit.whole)
    const runs = [await run()]
    if (!bench.isSmoke && runs[0]?.some(isClose)) {
      bench.tell(`  close to a target: runs ${closeRuns} times`)
      while (runs.length < closeRuns) runs.push(await run())
    }
    const measured = rowsOf(runs).map((row) => (wasBusy ? { ...row, wasBusy: true as const } : row))
    found(measured)
    rows.push(...measured)
    bench.tell(`  ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  return rows
}

/** One row for each name, size and unit. */
function rowsOf(runs: readonly (readonly Metric[])[]): readonly Row[] {
  const byKey = new Map<string, Metric[]>()
  for (const metric of runs.flat()) {
    const key = `${metric.name} ${metric.size} ${metric.unit}`
    byKey.set(key, [...(byKey.get(key) ?? []), metric])
  }
  return [...byKey.values()].map(toRowOfRuns)
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

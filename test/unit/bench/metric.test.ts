import { describe, expect, it } from 'vitest'
import {
  atLeast,
  atMost,
  isClose,
  type Metric,
  p95AtMost,
  ratioAbove,
  ratioAtLeast,
  ratioAtMost,
  toRow,
  toRowOfRuns,
} from '#test/bench/metrics/metric.ts'
import { mergeRows } from '#test/bench/metrics/results-file.ts'
import { table } from '#test/bench/metrics/table.ts'
import type { Bench } from '#test/bench/running/bench.ts'
import { runMeasures } from '#test/bench/running/run-measures.ts'

const metric = (more: Partial<Metric>): Metric => ({
  name: 'open',
  size: 1000,
  samples: [10, 20, 30],
  unit: 'ms',
  ...more,
})

describe('a metric', () => {
  it.each([
    [ratioAtMost(2), [10], true, '≤ 2×'],
    [ratioAtMost(2), [9.9], false, '≤ 2×'],
    [ratioAtLeast(2), [10], true, '≥ 2×'],
    [ratioAtLeast(2), [10.1], false, '≥ 2×'],
    [ratioAbove(2), [10], false, '> 2×'],
    [atMost(20), undefined, true, '≤ 20 ms'],
    [atMost(19.999), undefined, false, '≤ 19.999 ms'],
    [p95AtMost(30), undefined, true, 'p95 ≤ 30 ms'],
    [p95AtMost(29.999), undefined, false, 'p95 ≤ 29.999 ms'],
    [ratioAtMost(2), undefined, false, '≤ 2×'],
  ])('is judged by %j with the reference %j', (target, reference, met, text) => {
    const row = toRow(metric({ target, ...(reference && { reference }) }))
    expect(row).toMatchObject({ met, target: text, median: 20, p95: 30 })
  })

  it('is judged by nothing where nothing was promised', () => {
    expect(toRow(metric({}))).toMatchObject({ met: null, target: null, reference: null, ratio: null })
  })

  it('has its bad end where more is better at the small one', () => {
    expect(toRow(metric({ isMoreBetter: true })).p95).toBe(10)
  })

  it('is not judged by a ratio to what another machine measured', () => {
    const recorded = { reference: [100], isRecorded: true }
    expect(toRow(metric({ ...recorded, target: ratioAtMost(1) }))).toMatchObject({ ratio: 0.2, met: null })
    expect(toRow(metric({ ...recorded, target: atMost(20) })).met).toBe(true)
  })

  it.each([
    [ratioAtMost(1), [20.9], true],
    [ratioAtMost(1), [19.1], true],
    [ratioAtMost(1), [22], false],
    [atMost(21), undefined, true],
    [atMost(19.1), undefined, true],
    [atMost(18), undefined, false],
    [p95AtMost(31), undefined, true],
    [atMost(0), undefined, false],
  ])('is close to its target %j with the reference %j: %j', (target, reference, isNear) => {
    expect(isClose(metric({ target, ...(reference && { reference }) }))).toBe(isNear)
  })

  it('of several runs is judged by all samples and says in how many runs the target was met', () => {
    const run = (sample: number) => metric({ samples: [sample], reference: [10], target: ratioAtMost(2) })
    const row = toRowOfRuns([20, 19, 21, 22, 18].map(run))
    expect(row).toMatchObject({ median: 20, reference: 10, met: true, runs: { count: 5, met: 3 } })
    expect(toRowOfRuns([run(21)])).toEqual(toRow(run(21)))
  })

  it('is as good as its reference when both are nothing', () => {
    expect(toRow(metric({ samples: [0], reference: [0], target: ratioAtMost(1) }))).toMatchObject({
      ratio: 1,
      met: true,
    })
  })
})

describe('a measure', () => {
  /** The parts of the bench that the runner uses. */
  const benchOf = (isSmoke: boolean) => ({ isSmoke, tell: () => {} }) as unknown as Bench

  /** Runs a measure whose runs find these values. Returns its row, and how often it ran. */
  async function play(values: readonly number[], isSmoke = false, wasBusy = false) {
    let runs = 0
    const run = async () => [metric({ samples: [values[runs++] ?? 0], target: atMost(20) })]
    const [row] = await runMeasures(benchOf(isSmoke), [{ names: ['open'], run }], () => {}, wasBusy)
    return { row, runs }
  }

  it('runs five times if a row is within 5 % of its target, except in a smoke run', async () => {
    const close = await play([20.5, 19, 19, 18, 22])
    expect(close).toMatchObject({ runs: 5, row: { median: 19, met: true, runs: { count: 5, met: 3 } } })
    expect((await play([15])).runs).toBe(1)
    expect((await play([20.5], true)).runs).toBe(1)
  })

  it('has a row for each unit, also of several runs', async () => {
    const units = ['performance', 'accessibility'].map((unit) =>
      metric({ unit, samples: [96], target: atLeast(95) }),
    )
    const rows = await runMeasures(benchOf(false), [{ names: ['open'], run: async () => units }], () => {})
    expect(rows.map(({ unit, runs }) => [unit, runs?.count])).toEqual([
      ['performance', 5],
      ['accessibility', 5],
    ])
  })

  it('marks its rows if the machine was busy', async () => {
    expect((await play([15], false, true)).row).toMatchObject({ met: true, wasBusy: true })
    expect((await play([15])).row).not.toHaveProperty('wasBusy')
  })
})

describe('results', () => {
  it('keep what an earlier run found under other names and sizes', () => {
    const row = (name: string, size: number) => toRow(metric({ name, size }))
    const merged = mergeRows([row('open', 1), row('open', 2), row('heap', 1)], [row('open', 2)])
    expect(merged.map(({ name, size }) => `${name} ${size}`)).toEqual(['open 1', 'heap 1', 'open 2'])
  })

  it('are drawn in columns of one width', () => {
    const drawn = table([toRow(metric({ target: ratioAtMost(2), reference: [10] })), toRow(metric({}))])
    const widths = drawn.split('\n').map((line) => line.length)
    expect(new Set(widths).size).toBe(1)
    expect(drawn).toContain('| yes')
    expect(drawn).toContain('1,000')
  })
})

import { describe, expect, it } from 'vitest'
import {
  atMost,
  type Metric,
  p95AtMost,
  ratioAbove,
  ratioAtLeast,
  ratioAtMost,
  toRow,
} from '#test/bench/metrics/metric.ts'
import { mergeRows } from '#test/bench/metrics/results-file.ts'
import { table } from '#test/bench/metrics/table.ts'

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

  it('is as good as its reference when both are nothing', () => {
    expect(toRow(metric({ samples: [0], reference: [0], target: ratioAtMost(1) }))).toMatchObject({
      ratio: 1,
      met: true,
    })
  })
})

describe('results', () => {
  it('keep what an earlier run found under other names', () => {
    const row = (name: string, size: number) => toRow(metric({ name, size }))
    const merged = mergeRows([row('open', 1), row('heap', 1)], [row('open', 2)])
    expect(merged.map(({ name, size }) => `${name} ${size}`)).toEqual(['heap 1', 'open 2'])
  })

  it('are drawn in columns of one width', () => {
    const drawn = table([toRow(metric({ target: ratioAtMost(2), reference: [10] })), toRow(metric({}))])
    const widths = drawn.split('\n').map((line) => line.length)
    expect(new Set(widths).size).toBe(1)
    expect(drawn).toContain('| yes')
    expect(drawn).toContain('1,000')
  })
})

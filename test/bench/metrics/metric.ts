import { median, percentile } from './statistics.ts'

/** The result of a measure under one name. */
export interface Metric {
  readonly name: string
  /** The number of stored messages, ingested messages or open connections, depending on the name. */
  readonly size: number
  readonly samples: readonly number[]
  readonly unit: string
  /** Whether a larger value is better. Defaults to false. */
  readonly isMoreBetter?: boolean
  /** The same work by the reference, in the same run and unit. */
  readonly reference?: readonly number[]
  /** Whether the reference was recorded on another machine, so that the ratio proves nothing. Defaults to false. */
  readonly isRecorded?: boolean
  /** Undefined without a promise. */
  readonly target?: Target
}

/** The limit of a metric: a multiple of its reference, or an absolute value of its median or 95th percentile. */
export interface Target {
  readonly of: 'ratio' | 'value' | 'p95'
  readonly is: 'at most' | 'at least' | 'above'
  readonly limit: number
}

export const ratioAtMost = (limit: number): Target => ({ of: 'ratio', is: 'at most', limit })
export const ratioAtLeast = (limit: number): Target => ({ of: 'ratio', is: 'at least', limit })
export const ratioAbove = (limit: number): Target => ({ of: 'ratio', is: 'above', limit })
export const atLeast = (limit: number): Target => ({ of: 'value', is: 'at least', limit })
export const atMost = (limit: number): Target => ({ of: 'value', is: 'at most', limit })
export const p95AtMost = (limit: number): Target => ({ of: 'p95', is: 'at most', limit })

/** A row of the table and of the results. */
export interface Row {
  readonly name: string
  readonly size: number
  readonly median: number
  /** The 95th percentile in the direction of worse values. */
  readonly p95: number
  readonly unit: string
  /** The reference's median. */
  readonly reference: number | null
  /** The median divided by the reference's median. */
  readonly ratio: number | null
  readonly target: string | null
  readonly met: boolean | null
  /** The runs of a row whose value is close to its limit, and how many of them met it. */
  readonly runs?: { readonly count: number; readonly met: number }
  /** Whether other programs kept the machine busy when the bench began. */
  readonly wasBusy?: true
}

/** Judges a metric. Rows have values with four significant digits, the judgement uses all digits. */
export function toRow(metric: Metric): Row {
  const { name, size, samples, unit, target, isMoreBetter = false } = metric
  const middle = median(samples)
  const reference = metric.reference ? median(metric.reference) : null
  const ratio = reference === null ? null : ratioOf(middle, reference)
  const p95 = percentile(samples, isMoreBetter ? 0.05 : 0.95)
  return {
    name,
    size,
    median: short(middle),
    p95: short(p95),
    unit,
    reference: reference === null ? null : short(reference),
    ratio: ratio === null ? null : short(ratio),
    target: target ? targetText(target, unit) : null,
    met: target && !isUnproved(metric) ? isMet(target, { ratio, value: middle, p95 }[target.of]) : null,
  }
}

const isUnproved = ({ isRecorded = false, target }: Metric): boolean => isRecorded && target?.of === 'ratio'

/** The part of a limit below which a distance to it is within the noise of a run. */
const closeness = 0.05

/** Whether a metric is within 5 % of its limit, in either direction. */
export function isClose(metric: Metric): boolean {
  const { target, samples, reference } = metric
  if (!target || target.limit === 0 || isUnproved(metric)) return false
  const { isMoreBetter = false } = metric
  const value = target.of === 'p95' ? percentile(samples, isMoreBetter ? 0.05 : 0.95) : median(samples)
  const judged = target.of === 'ratio' ? ratioOf(value, reference ? median(reference) : 0) : value
  return Math.abs(judged / target.limit - 1) <= closeness
}

/** The row of several runs of one metric: of all their samples together, and in how many of them the target was met. */
export function toRowOfRuns(runs: readonly Metric[]): Row {
  const [first] = runs
  if (first === undefined) throw new Error('there is no run')
  const samples = runs.flatMap((run) => run.samples)
  const reference = runs.flatMap((run) => run.reference ?? [])
  const row = toRow({ ...first, samples, ...(first.reference && { reference }) })
  if (runs.length === 1) return row
  return { ...row, runs: { count: runs.length, met: runs.filter((run) => toRow(run).met === true).length } }
}

/** The ratio of 0 to 0 is 1. */
const ratioOf = (value: number, reference: number): number =>
  value === 0 && reference === 0 ? 1 : value / reference

const short = (value: number): number => Number(value.toPrecision(4))

const signs = { 'at most': '≤', 'at least': '≥', above: '>' } as const

const targetText = ({ of, is, limit }: Target, unit: string): string =>
  of === 'ratio' ? `${signs[is]} ${limit}×` : `${of === 'p95' ? 'p95 ' : ''}${signs[is]} ${limit} ${unit}`

function isMet({ is, limit }: Target, value: number | null): boolean {
  if (value === null) return false
  if (is === 'at most') return value <= limit
  return is === 'above' ? value > limit : value >= limit
}

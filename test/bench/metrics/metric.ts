import { median, percentile } from './statistics.ts'

/** What a measure has found under one name. */
export interface Figure {
  readonly name: string
  /** How many messages are stored, taken in, or connections open: what the name says. */
  readonly size: number
  readonly samples: readonly number[]
  readonly unit: string
  /** Whether a larger value is the better one; a smaller one is, unless said. */
  readonly isMoreBetter?: boolean
  /** The same work by what it is compared with, in the same run and unit. */
  readonly reference?: readonly number[]
  /** None where nothing was promised. */
  readonly target?: Target
}

/** What a figure has to be: so many times its reference, or a value of its own. */
export interface Target {
  readonly of: 'ratio' | 'value'
  readonly is: 'at most' | 'at least' | 'above'
  readonly limit: number
}

export const ratioAtMost = (limit: number): Target => ({ of: 'ratio', is: 'at most', limit })
export const ratioAtLeast = (limit: number): Target => ({ of: 'ratio', is: 'at least', limit })
export const ratioAbove = (limit: number): Target => ({ of: 'ratio', is: 'above', limit })
export const atMost = (limit: number): Target => ({ of: 'value', is: 'at most', limit })

/** A line of the table and of the results. */
export interface Row {
  readonly name: string
  readonly size: number
  readonly median: number
  /** The value that 95 of 100 samples are as good as. */
  readonly p95: number
  readonly unit: string
  /** The reference's median. */
  readonly reference: number | null
  /** The median as a multiple of the reference's. */
  readonly ratio: number | null
  readonly target: string | null
  readonly met: boolean | null
}

/** Judges a figure; the values in a row have four significant digits, what is judged has all of them. */
export function toRow(figure: Figure): Row {
  const { name, size, samples, unit, target, isMoreBetter = false } = figure
  const middle = median(samples)
  const reference = figure.reference ? median(figure.reference) : null
  const ratio = reference === null ? null : ratioOf(middle, reference)
  return {
    name,
    size,
    median: short(middle),
    p95: short(percentile(samples, isMoreBetter ? 0.05 : 0.95)),
    unit,
    reference: reference === null ? null : short(reference),
    ratio: ratio === null ? null : short(ratio),
    target: target ? targetText(target, unit) : null,
    met: target ? isMet(target, target.of === 'ratio' ? ratio : middle) : null,
  }
}

/** Nothing against nothing is as good. */
const ratioOf = (value: number, reference: number): number =>
  value === 0 && reference === 0 ? 1 : value / reference

const short = (value: number): number => Number(value.toPrecision(4))

const signs = { 'at most': '≤', 'at least': '≥', above: '>' } as const

const targetText = ({ of, is, limit }: Target, unit: string): string =>
  of === 'ratio' ? `${signs[is]} ${limit}×` : `${signs[is]} ${limit} ${unit}`

function isMet({ is, limit }: Target, value: number | null): boolean {
  if (value === null) return false
  if (is === 'at most') return value <= limit
  return is === 'above' ? value > limit : value >= limit
}

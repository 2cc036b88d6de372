import { parseArgs } from 'node:util'

/** What is asked of a run. */
export interface BenchOptions {
  /** Rows that are wanted, all when empty. */
  readonly names: readonly string[]
  /** A look whether every measure works: little of everything, nothing judged, nothing written. */
  readonly isSmoke: boolean
  /** How many messages are stored, growing. */
  readonly sizes: readonly number[]
  /** Whether the other programs are measured too, which are installed for it. */
  readonly hasPeers: boolean
}

const usualSizes = [1_000, 10_000, 100_000, 1_000_000]
const smokeSizes = [1_000]

/** Reads the command line: `[NAME…] [--smoke] [--sizes 1k,10k,1M] [--no-peers]`. Throws a TypeError for anything else. */
export function readOptions(commandLine: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...commandLine],
    allowPositionals: true,
    options: {
      smoke: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      'no-peers': { type: 'boolean', default: false },
    },
  })
  const isSmoke = values.smoke
  const usual = isSmoke ? smokeSizes : usualSizes
  return {
    names: positionals,
    isSmoke,
    sizes: values.sizes === undefined ? usual : values.sizes.split(',').map(readSize),
    hasPeers: !isSmoke && !values['no-peers'],
  }
}

const factors: Readonly<Record<string, number>> = { k: 1_000, M: 1_000_000 }

function readSize(text: string): number {
  const [, digits, factor = ''] = /^(\d{1,7})([kM]?)$/.exec(text) ?? []
  const size = Number(digits) * (factors[factor] ?? 1)
  if (size > 0) return size
  throw new TypeError(`${text} is no size: give numbers such as 1000, 10k or 1M`)
}

import { parseArgs } from 'node:util'

/** The options of a run. */
export interface BenchOptions {
  /** The requested rows. Empty means all. */
  readonly names: readonly string[]
  /** A smoke run: checks with small sizes that every measure works, without judging or writing results. */
  readonly isSmoke: boolean
  /** The numbers of stored messages, ascending. */
  readonly sizes: readonly number[]
  /** Whether to measure the peer clients, whose packages are installed for it. */
  readonly hasPeers: boolean
  /** Whether other programs kept the machine busy before the bench was built. Its rows say so. */
  readonly wasBusy: boolean
}

const usualSizes = [1_000, 10_000, 100_000, 1_000_000]
const smokeSizes = [1_000]

/**
 * Reads the command line: `[NAME…] [--smoke] [--sizes 1k,10k,1M] [--no-peers] [--busy]`. Throws a TypeError for anything else.
 */
export function readOptions(commandLine: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...commandLine],
    allowPositionals: true,
    options: {
      smoke: { type: 'boolean', default: false },
      sizes: { type: 'string' },
      'no-peers': { type: 'boolean', default: false },
      busy: { type: 'boolean', default: false },
    },
  })
  const isSmoke = values.smoke
  const usual = isSmoke ? smokeSizes : usualSizes
  return {
    names: positionals,
    isSmoke,
    sizes: values.sizes === undefined ? usual : values.sizes.split(',').map(readSize),
    hasPeers: !isSmoke && !values['no-peers'],
    wasBusy: values.busy,
  }
}

const factors: Readonly<Record<string, number>> = { k: 1_000, M: 1_000_000 }

function readSize(text: string): number {
  const [, digits, factor = ''] = /^(\d{1,7})([kM]?)$/.exec(text) ?? []
  const size = Number(digits) * (factors[factor] ?? 1)
  if (size > 0) return size
  throw new TypeError(`${text} is no size: give numbers such as 1000, 10k or 1M`)
}

import { parseArgs } from 'node:util'

/** The options of `npm run load`. */
export interface LoadOptions {
  readonly users: number
  readonly groups: number
  /** Actions of all users together, per second. */
  readonly rate: number
  readonly minutes: number
  /** Addresses of a running server's nodes; none for a server of its own. */
  readonly addresses: readonly string[]
  /** The address of the first node's metrics. */
  readonly metrics: string | undefined
}

/** The largest values: a run must end, and must not fill the machine. */
const largest = { users: 5_000, groups: 500, rate: 10_000, minutes: 60 } as const
const usual = { users: '100', groups: '10', rate: '50', minutes: '1' } as const

/**
 * Reads `[--users N] [--groups G] [--rate R] [--minutes M] [--url URL[,URL…]] [--metrics URL]`. Throws a TypeError for
 * anything else, and for a server on another machine.
 */
export function readLoadOptions(commandLine: readonly string[]): LoadOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...commandLine],
    options: { users: text, groups: text, rate: text, minutes: text, url: text, metrics: text },
  })
  const read = (name: keyof typeof largest, smallest: number): number => {
    const value = Number(values[name] ?? usual[name])
    if (value >= smallest && value <= largest[name] && (name === 'minutes' || Number.isInteger(value)))
      return value
    throw new TypeError(`--${name} is from ${smallest} to ${largest[name]}`)
  }
  const addresses = values.url?.split(',') ?? []
  for (const address of [...addresses, ...(values.metrics === undefined ? [] : [values.metrics])])
    if (!/^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/metrics)?$/.test(address))
      throw new TypeError('npm run load loads servers on this machine only, such as http://localhost:4310')
  return {
    users: read('users', 2),
    groups: read('groups', 0),
    rate: read('rate', 1),
    minutes: read('minutes', 0.01),
    addresses,
    metrics: values.metrics,
  }
}

import { hashText } from './seeded-random.ts'

/** What happened in a simulated world, line by line; its hash tells two runs apart. */
export interface Trace {
  line(who: string, what: string): void
  /** Hash over every line so far. */
  hash(): string
  /** The newest lines, oldest first. */
  last(count: number): readonly string[]
}

const keptLines = 400

/** `show` gets every line at once; leave it out to keep only the newest. */
export function createTrace(now: () => number, show?: (line: string) => void): Trace {
  const beginning = now()
  const kept: string[] = []
  let low = hashText('low')
  let high = hashText('high')
  return {
    line(who, what) {
      const line = `${((now() - beginning) / 1000).toFixed(3).padStart(9)} ${who.padEnd(8)} ${what}`
      low = hashText(line, low)
      high = hashText(line, high ^ low)
      if (kept.push(line) > 2 * keptLines) kept.splice(0, keptLines)
      show?.(line)
    },
    hash: () => low.toString(16).padStart(8, '0') + high.toString(16).padStart(8, '0'),
    last: (count) => kept.slice(-count),
  }
}

import { hashText } from './seeded-random.ts'

/** The lines of a simulated world's history. Its hash tells two runs apart. */
export interface Trace {
  line(who: string, what: string): void
  /** The hash of all lines so far. */
  hash(): string
  /** The newest lines, oldest first. */
  last(count: number): readonly string[]
}

const maxLines = 400

/** Creates a trace. `show` receives every line immediately; omit it to keep only the newest. */
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
      if (kept.push(line) > 2 * maxLines) kept.splice(0, maxLines)
      show?.(line)
    },
    hash: () => low.toString(16).padStart(8, '0') + high.toString(16).padStart(8, '0'),
    last: (count) => kept.slice(-count),
  }
}

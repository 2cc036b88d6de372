import type { Clock } from '#streams/ports.ts'

/** A clock that the test advances; starts at 1,000,000 ms. */
export interface TestClock extends Clock {
  /** Advances, runs every due timer, and lets promises settle after each. */
  advance(duration: number): Promise<void>
  /** Timers that have not run yet. */
  waiting(): number
}

interface Entry {
  readonly at: number
  readonly order: number
  readonly callback: () => void
}

export function createTestClock(): TestClock {
  const entries = new Set<Entry>()
  let now = 1_000_000
  let order = 0

  const nextDue = (until: number): Entry | undefined =>
    [...entries]
      .filter((entry) => entry.at <= until)
      .sort((left, right) => left.at - right.at || left.order - right.order)[0]

  return {
    now: () => now,
    monotonic: () => now,
    setTimeout(callback, delay) {
      order += 1
      const entry: Entry = { at: now + Math.max(0, delay), order, callback }
      entries.add(entry)
      return { timer: entry }
    },
    clearTimeout(handle) {
      for (const entry of entries) if (entry === handle.timer) entries.delete(entry)
    },
    waiting: () => entries.size,
    async advance(duration) {
      const until = now + duration
      await settle()
      for (let entry = nextDue(until); entry; entry = nextDue(until)) {
        entries.delete(entry)
        now = entry.at
        entry.callback()
        await settle()
      }
      now = until
    },
  }
}

/** Lets every promise settle that can; in-memory storage needs microtasks only. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve()
}

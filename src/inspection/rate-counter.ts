import type { InspectedRate } from '#schemas/cross-tab/inspection.ts'

/** How many seconds back a rate is shown. */
export const rateSeconds = 60

export interface RateCounter {
  add(count?: number): void
  read(): InspectedRate
}

/** Counts by the second of `now`, monotonic ms. */
export function createRateCounter(name: string, now: () => number): RateCounter {
  const buckets = new Array<number>(rateSeconds).fill(0)
  let total = 0
  let second = Math.floor(now() / 1000)

  /** Empties the buckets of seconds in which nothing happened. */
  const moveOn = () => {
    const current = Math.floor(now() / 1000)
    const passed = Math.min(current - second, rateSeconds)
    for (let step = 1; step <= passed; step++) buckets[(current - passed + step) % rateSeconds] = 0
    second = current
  }

  return {
    add(count = 1) {
      moveOn()
      total += count
      const place = second % rateSeconds
      buckets[place] = (buckets[place] ?? 0) + count
    },
    read() {
      moveOn()
      const oldest = (second + 1) % rateSeconds
      return { name, total, perSecond: [...buckets.slice(oldest), ...buckets.slice(0, oldest)] }
    },
  }
}

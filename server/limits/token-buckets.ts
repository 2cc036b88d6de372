import type { BucketFigures } from './figures.ts'

/** Token buckets by limit and key, in this process's memory: each is one time, at which it is full again. */
export class TokenBuckets<Name extends string> {
  readonly #fullAt = new Map<string, number>()
  readonly #now: () => number
  readonly #figures: Readonly<Record<Name, BucketFigures>>

  constructor(now: () => number, figures: Readonly<Record<Name, BucketFigures>>) {
    this.#now = now
    this.#figures = figures
  }

  /** Takes so many from the bucket, or none; answers 0, or how many ms to wait until they are there. */
  take(name: Name, key: string | number, count = 1): number {
    const now = this.#now()
    const { burst, refillEvery } = this.#figures[name]
    const emptyAt = now + burst * refillEvery
    const known = this.#fullAt.get(`${name} ${key}`) ?? now
    // Never emptier than empty: a clock that was set back must not lock anybody out.
    const fullAt = Math.min(Math.max(known, now), emptyAt) + count * refillEvery
    if (fullAt > emptyAt) return fullAt - emptyAt
    this.#fullAt.set(`${name} ${key}`, fullAt)
    return 0
  }

  /** Forgets what is full again, so that memory follows the traffic. */
  sweep(): void {
    const now = this.#now()
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(key)
  }
}

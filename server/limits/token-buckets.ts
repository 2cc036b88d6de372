import { type LimitName, limitFigures } from './figures.ts'

interface Bucket {
  tokens: number
  updatedAt: number
}

/** Token buckets by limit and key, in this process's memory. */
export class TokenBuckets {
  readonly #buckets = new Map<string, { readonly name: LimitName; readonly bucket: Bucket }>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Takes one from the bucket; answers 0, or how many ms to wait for the next one. */
  take(name: LimitName, key: string | number): number {
    const figures = limitFigures[name]
    const bucket = this.#filled(name, `${name} ${key}`)
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) * figures.refillEvery)
    bucket.tokens -= 1
    return 0
  }

  /** Forgets what is full again, so that memory follows the traffic. */
  sweep(): void {
    for (const [key, { name }] of this.#buckets) {
      if (this.#filled(name, key).tokens >= limitFigures[name].burst) this.#buckets.delete(key)
    }
  }

  #filled(name: LimitName, key: string): Bucket {
    const now = this.#now()
    const { burst, refillEvery } = limitFigures[name]
    const known = this.#buckets.get(key)?.bucket
    if (!known) {
      const bucket = { tokens: burst, updatedAt: now }
      this.#buckets.set(key, { name, bucket })
      return bucket
    }
    // A clock set back must not take anything away.
    const elapsed = Math.max(0, now - known.updatedAt)
    known.tokens = Math.min(burst, known.tokens + elapsed / refillEvery)
    known.updatedAt = now
    return known
  }
}

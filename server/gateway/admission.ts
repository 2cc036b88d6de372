import type { BucketFigures } from '../limits/figures.ts'
import { TokenBuckets } from '../limits/token-buckets.ts'

/** What one process takes on before it asks clients to come back later. */
export interface LoadFigures {
  readonly maxConnections: number
  /** Logins over all clients; each is followed by everything a client then asks for. */
  readonly logins: BucketFigures
}

export const loadFigures: LoadFigures = {
  maxConnections: 10_000,
  logins: { burst: 1_000, refillEvery: 5 },
}

/** Keeps a herd of clients, all back at once after an outage, from drowning the server: the rest wait their turn. */
export class Admission {
  readonly #figures: LoadFigures
  readonly #logins: TokenBuckets<'logins'>

  constructor(now: () => number, figures: Partial<LoadFigures> = {}) {
    this.#figures = { ...loadFigures, ...figures }
    this.#logins = new TokenBuckets(now, { logins: this.#figures.logins })
  }

  /** Whether there is room for one more beside the open connections. */
  hasRoom(openConnections: number): boolean {
    return openConnections < this.#figures.maxConnections
  }

  /** Counts a login; false when there were too many in too short a time. */
  takeLogin(): boolean {
    return this.#logins.take('logins', 'all') === 0
  }
}

import { CallRefusal } from '../calls/refusal.ts'
import type { Peer } from '../ports.ts'
import { type LimitName, limitFigures } from './figures.ts'
import { TokenBuckets } from './token-buckets.ts'
import { TryGuard } from './try-guard.ts'

type AddressLimit = Extract<LimitName, `${string}PerAddress`>

/** All limits of one server; what they counted lives and dies with it. */
export class Limits {
  readonly #buckets: TokenBuckets<LimitName>
  readonly #tries: TryGuard

  constructor(now: () => number) {
    this.#buckets = new TokenBuckets(now, limitFigures)
    this.#tries = new TryGuard(now)
  }

  /** Takes from a phone's or an account's bucket, all or none; refuses with the time to wait. */
  take(name: Exclude<LimitName, AddressLimit>, key: string | number, count = 1): void {
    refuseFor(this.#buckets.take(name, key, count))
  }

  /** Takes one from an address's bucket; this very machine is not limited. */
  takeByAddress(name: AddressLimit, peer: Peer): void {
    if (!peer.isLocal) refuseFor(this.#buckets.take(name, peer.address))
  }

  /** Counts a guess at a secret; refuses while the key is paused. */
  beginTry(key: string): void {
    refuseFor(this.#tries.begin(key))
  }

  succeedTry(key: string): void {
    this.#tries.succeed(key)
  }

  sweep(): void {
    this.#buckets.sweep()
    this.#tries.sweep()
  }
}

function refuseFor(wait: number): void {
  if (wait > 0) throw CallRefusal.limited(wait)
}

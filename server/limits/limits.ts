import { CallRefusal } from '../calls/refusal.ts'
import type { LimitChange, LimitState, LimitStore, Peer, ServerClock } from '../ports.ts'

/** A token bucket: its capacity, and the ms after which it gains one token. */
export interface BucketLimit {
  readonly burst: number
  readonly refillEvery: number
}

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

/** The rate limits. Limits by address are generous because many people may share one. */
export const limits = {
  /** One-time codes to one phone, for any purpose [AUTH-31]. */
  codePerPhone: { burst: 1, refillEvery: 30 * second },
  /** The same for a whole day. */
  codePerPhoneAndDay: { burst: 20, refillEvery: 72 * minute },
  /** Guesses of passwords and codes of one phone from unknown browsers. */
  guessPerPhone: { burst: 50, refillEvery: minute },
  /** Guesses of codes of one phone from one address or known browser. */
  codeGuess: { burst: 5, refillEvery: minute },
  codePerAddress: { burst: 60, refillEvery: minute },
  signInPerAddress: { burst: 300, refillEvery: 2 * second },
  /** Conversations marked as read from notifications. */
  readPushPerAddress: { burst: 300, refillEvery: second },
  refreshPerAddress: { burst: 1_000, refillEvery: second },
  /** All calls of an account; a call takes its `callCost`. */
  callPerAccount: { burst: 2_000, refillEvery: 5 },
  /** Friend requests, replies to them, requests to join a group, additions to groups, new groups and renewed codes. */
  applicationPerAccount: { burst: 60, refillEvery: minute },
  /** Changes of the own name in groups. After each of them every member fetches the group again. */
  memberNamePerAccount: { burst: 60, refillEvery: minute },
  searchPerAccount: { burst: 60, refillEvery: 2 * second },
  /** Searches of one's own messages and groups; each key pressed may be one. */
  messageSearchPerAccount: { burst: 120, refillEvery: second / 2 },
  messagePerAccount: { burst: 1_000, refillEvery: 20 },
  /** Drafts that other devices get; a client sends one after each pause in typing. */
  draftPerAccount: { burst: 100, refillEvery: second },
  /** Frames about typing, counted by each node in its memory; further ones have no effect. */
  typingPerAccount: { burst: 10, refillEvery: 2 * second },
  uploadPerAddress: { burst: 300, refillEvery: 2 * second },
  uploadPerAccount: { burst: 60, refillEvery: minute },
  filePerAccount: { burst: 200, refillEvery: 2 * second },
  /** Files and pictures that an account uploads, and their kilobytes: 2 GB. Both buckets fill again in a day. */
  filePerAccountAndDay: { burst: 1_000, refillEvery: day / 1_000 },
  kilobytePerAccountAndDay: { burst: 2_000_000, refillEvery: day / 2_000_000 },
  /** Cookies for files; each is a row for a day. */
  filePassPerAccount: { burst: 200, refillEvery: 30 * second },
  reportPerAccount: { burst: 20, refillEvery: minute },
  fileDomainPerAccount: { burst: 10, refillEvery: minute },
  /** Push messages to one sign-in; further ones wait. */
  pushPerSignIn: { burst: 30, refillEvery: 5 * second },
  socketPerAddress: { burst: 1_000, refillEvery: second },
  /** Attempts to log in on a socket, successful or not. */
  loginPerAddress: { burst: 1_000, refillEvery: 100 },
  loginPerAccount: { burst: 200, refillEvery: second },
  /**
   * Successful socket logins of all clients. Spreads their return after an outage, because each login is followed by
   * many calls.
   */
  loginPerServer: { burst: 1_000, refillEvery: 5 },
} as const satisfies Record<string, BucketLimit>
export type LimitName = keyof typeof limits
type AddressLimit = Extract<LimitName, `${string}PerAddress`>

/**
 * The tokens that a call takes from `callPerAccount`: a page 10, so that 20 a second can continue indefinitely, and a
 * whole list 20.
 */
export const callCost = { usual: 1, page: 10, list: 20 } as const

/** The limits that an operator may change. */
export interface ServerLimits {
  /** Open sockets; the server asks further clients to come back later. */
  readonly maxConnections: number
  /** Successful socket logins of all clients. */
  readonly logins: BucketLimit
  /** Members of one group, its owner included. */
  readonly maxGroupMembers: number
  /** Requests to one push service at the same time. */
  readonly pushesPerService: number
}
export const serverLimits: ServerLimits = {
  maxConnections: 10_000,
  logins: limits.loginPerServer,
  maxGroupMembers: 500,
  pushesPerService: 100,
}

/** The rate limits of the server: one token bucket per limit and key, counted in the limit store. */
export class Limits {
  readonly #store: LimitStore
  readonly #clock: ServerClock
  readonly #limits: Readonly<Record<LimitName, BucketLimit>>

  /** @param changes limits that differ from the table */
  constructor(
    store: LimitStore,
    clock: ServerClock,
    changes: Partial<Readonly<Record<LimitName, BucketLimit>>> = {},
  ) {
    this.#store = store
    this.#clock = clock
    this.#limits = { ...limits, ...changes }
  }

  /**
   * Takes tokens from the bucket of a phone or an account, all or none.
   * @throws CallRefusal with the ms to wait if there are too few
   */
  async take(name: Exclude<LimitName, AddressLimit>, key: string | number, count = 1): Promise<void> {
    refuseFor(await this.waitFor(name, key, count))
  }

  /**
   * Takes one token from the bucket of an address. This machine is not limited.
   * @throws CallRefusal with the ms to wait if there is none
   */
  async takeByAddress(name: AddressLimit, peer: Pick<Peer, 'address' | 'isLocal'>): Promise<void> {
    if (!peer.isLocal) refuseFor(await this.waitFor(name, peer.address))
  }

  /**
   * Takes tokens from a bucket, all or none.
   * @returns 0 if they were taken, else the ms until there are enough
   */
  waitFor(name: LimitName, key: string | number, count = 1): Promise<number> {
    const { burst, refillEvery } = this.#limits[name]
    return this.#store.change(`${name} ${key}`, (state) => {
      // The state is the time at which the bucket is full again.
      const now = this.#clock.now()
      const emptyAt = now + burst * refillEvery
      const known = state?.fullAt ?? now
      // Never below empty, so that a clock that was set back locks no user out.
      const before = Math.min(Math.max(known, now), emptyAt)
      const fullAt = before + count * refillEvery
      if (fullAt > emptyAt) return { state: { fullAt: before }, expiresAt: before, result: fullAt - emptyAt }
      return { state: { fullAt }, expiresAt: fullAt, result: 0 }
    })
  }
}

/** @throws CallRefusal unless the wait, in ms, is 0 */
export function refuseFor(wait: number): void {
  if (wait > 0) throw CallRefusal.limited(wait)
}

/** Counts limits in this process's memory: suitable for one node, lost when it stops. */
export class MemoryLimitStore implements LimitStore {
  readonly #entries = new Map<string, { readonly state: LimitState; readonly expiresAt: number }>()

  async change<Result>(
    key: string,
    decide: (state: LimitState | undefined) => LimitChange<Result>,
  ): Promise<Result> {
    const { state, expiresAt, result } = decide(this.#entries.get(key)?.state)
    if (state) this.#entries.set(key, { state, expiresAt })
    else this.#entries.delete(key)
    return result
  }

  async removeExpired(now: number): Promise<void> {
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(key)
  }
}

/** The maximum concurrent work of one address and of one account. Many people may share an address. */
export interface Concurrency {
  readonly perAddress: number
  readonly perAccount: number
}

export const concurrency = {
  /** Responses with a file; each has the file open and a piece of it in memory until it is read. */
  readers: { perAddress: 256, perAccount: 32 },
  /** Uploads whose body is being received. */
  uploads: { perAddress: 64, perAccount: 16 },
  /** Password hashes; one takes 30 ms and 19 MiB. */
  hashes: { perAddress: 20, perAccount: 3 },
} as const satisfies Record<string, Concurrency>

/** Counts running work by address and by account. */
export class ConcurrencyLimits {
  readonly #counts = new Map<string, number>()
  readonly #limits: Concurrency

  constructor(limits: Concurrency) {
    this.#limits = limits
  }

  /**
   * Starts work for an address, unless it is undefined, and for accounts.
   * @returns a function that ends it; undefined if the address or one of the accounts has too much running
   */
  enter(address: string | undefined, accounts: readonly (number | string)[] = []): (() => void) | undefined {
    const { perAddress, perAccount } = this.#limits
    const places = [
      ...(address === undefined ? [] : [{ key: `address ${address}`, limit: perAddress }]),
      ...accounts.map((account) => ({ key: `account ${account}`, limit: perAccount })),
    ]
    if (places.some(({ key, limit }) => this.#count(key) >= limit)) return undefined
    for (const { key } of places) this.#counts.set(key, this.#count(key) + 1)
    return () => {
      for (const { key } of places.splice(0)) {
        const count = this.#count(key) - 1
        if (count > 0) this.#counts.set(key, count)
        else this.#counts.delete(key)
      }
    }
  }

  #count(key: string): number {
    return this.#counts.get(key) ?? 0
  }
}

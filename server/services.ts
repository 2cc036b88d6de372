import type { SendQueue } from './conversations/send-queue.ts'
import type { ConnectionRegistry } from './gateway/connection-registry.ts'
import type { KeyedLock } from './keyed-lock.ts'
import type { AccountQueue } from './limits/account-queue.ts'
import type { ConcurrencyLimits } from './limits/concurrency-limits.ts'
import type { Limits } from './limits/limits.ts'
import type { LoginThrottle } from './limits/login-throttle.ts'
import type { FaultReporter, SecurityLog, ServerPorts } from './ports.ts'

/** What handlers work with: the ports, and this server's own memory. */
export interface Services extends ServerPorts {
  readonly securityLog: SecurityLog
  /** Reports faults of calls that no signed-in person made, once a call and minute. */
  readonly anonymous: { readonly faults: FaultReporter }
  readonly limits: Limits
  readonly loginThrottle: LoginThrottle
  readonly keyedLock: KeyedLock
  /** Goes into the hashes of one-time codes; new at each start, which ends the codes before it. */
  readonly codeSecret: string
  readonly accountQueue: AccountQueue
  readonly sends: SendQueue
  readonly pendingWork: PendingWork
  readonly connections: ConnectionRegistry
  readonly readers: ConcurrencyLimits
  readonly hashing: ConcurrencyLimits
}

/** Work that is under way, so that a server which stops can let it finish. */
export class PendingWork {
  readonly #running = new Set<Promise<unknown>>()

  /** Counts a piece of work until it settles; answers the same promise. */
  track<Result>(work: Promise<Result>): Promise<Result> {
    this.#running.add(work)
    const forget = () => void this.#running.delete(work)
    work.then(forget, forget)
    return work
  }

  /** Resolves once nothing is under way, what was started meanwhile included. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }
}

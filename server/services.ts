import type { SendQueue } from './conversations/send-queue.ts'
import type { Admission } from './gateway/admission.ts'
import type { ConnectionRegistry } from './gateway/connection-registry.ts'
import type { Lanes } from './lanes.ts'
import type { Limits } from './limits/limits.ts'
import type { ServerPorts } from './ports.ts'

/** What handlers work with: the ports, and this server's own memory. */
export interface Services extends ServerPorts {
  readonly limits: Limits
  readonly admission: Admission
  readonly lanes: Lanes
  readonly sends: SendQueue
  readonly activity: Activity
  readonly connections: ConnectionRegistry
}

/** Work that is under way, so that a server which stops can let it finish. */
export class Activity {
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

import type { ServerPorts } from '../ports.ts'

const minute = 60_000

/** Reports a fault of one kind at most once a minute (DEC-126), so that one bad client cannot fill a log. */
export class FaultThrottle {
  readonly #ports: Pick<ServerPorts, 'clock' | 'faults'>
  readonly #reportedAt = new Map<string, number>()

  constructor(ports: Pick<ServerPorts, 'clock' | 'faults'>) {
    this.#ports = ports
  }

  report(kind: string, detail: string): void {
    const now = this.#ports.clock.now()
    const before = this.#reportedAt.get(`${kind} ${detail}`)
    if (before !== undefined && now - before < minute) return
    this.#reportedAt.set(`${kind} ${detail}`, now)
    this.#ports.faults.report({ kind, detail })
  }
}

import { CallRefusal } from '../calls/refusal.ts'
import type { ServerPorts } from '../ports.ts'

/** Calls of one account that run at the same time, and that wait for their turn, at most. */
export const accountCalls = { running: 4, waiting: 400 }
/** Time after which a rejected client may try again, ms. */
const retryAfter = 1_000

interface Lane {
  running: number
  readonly waiting: (() => void)[]
}

/**
 * Shares the event loop and the database between accounts. Each account has a few calls under way; its others wait, and between
 * two of them the event loop serves everybody else. An account that calls without pause so delays only itself.
 */
export class AccountQueue {
  readonly #lanes = new Map<number, Lane>()
  readonly #nextTurn: ServerPorts['nextTurn']

  constructor({ nextTurn }: Pick<ServerPorts, 'nextTurn'>) {
    this.#nextTurn = nextTurn
  }

  /**
   * Runs a task when the account has a place for it. Settles as the task does.
   * @throws CallRefusal with the ms to wait when too many tasks of the account wait
   */
  async run<Result>(accountId: number, task: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(accountId) ?? { running: 0, waiting: [] }
    this.#lanes.set(accountId, lane)
    if (lane.running < accountCalls.running) lane.running += 1
    else if (lane.waiting.length >= accountCalls.waiting) throw CallRefusal.limited(retryAfter)
    else {
      // The task before passes its place on, so the count of running ones stays.
      await new Promise<void>((resolve) => lane.waiting.push(resolve))
      await this.#nextTurn?.()
    }
    try {
      return await task()
    } finally {
      const next = lane.waiting.shift()
      if (next) next()
      else lane.running -= 1
      if (lane.running === 0) this.#lanes.delete(accountId)
    }
  }
}

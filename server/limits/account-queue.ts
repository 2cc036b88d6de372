import { CallRefusal } from '../calls/refusal.ts'
import type { ServerPorts } from '../ports.ts'

/**
 * What the calls of one account that run at the same time may cost together (`callCost`): twenty usual ones, two pages
 * or one list. Calls that wait, at most.
 */
export const accountCalls = { cost: 20, waiting: 400 }
/** Time after which a rejected client may try again, ms. */
const retryAfter = 1_000

interface Lane {
  running: number
  readonly waiting: { readonly cost: number; readonly start: () => void }[]
}

/**
 * Shares the event loop and the database between accounts. Each account has a few calls under way; its others wait, and
 * between two of them the event loop serves everybody else. An account that calls without pause so delays only itself.
 */
export class AccountQueue {
  readonly #lanes = new Map<number, Lane>()
  readonly #nextTurn: ServerPorts['nextTurn']

  constructor({ nextTurn }: Pick<ServerPorts, 'nextTurn'>) {
    this.#nextTurn = nextTurn
  }

  /**
   * Runs a task when the account has room for it, after those before it. Settles as the task does.
   * @param cost from 1 to `accountCalls.cost`
   * @throws CallRefusal with the ms to wait when too many tasks of the account wait
   */
  async run<Result>(accountId: number, cost: number, task: () => Promise<Result>): Promise<Result> {
    const lane = this.#lanes.get(accountId) ?? { running: 0, waiting: [] }
    this.#lanes.set(accountId, lane)
    if (lane.waiting.length === 0 && lane.running + cost <= accountCalls.cost) lane.running += cost
    else if (lane.waiting.length >= accountCalls.waiting) throw CallRefusal.limited(retryAfter)
    else {
      await new Promise<void>((start) => lane.waiting.push({ cost, start }))
      await this.#nextTurn?.()
    }
    try {
      return await task()
    } finally {
      lane.running -= cost
      this.#startNext(lane)
      if (lane.running === 0) this.#lanes.delete(accountId)
    }
  }

  #startNext(lane: Lane): void {
    for (
      let [next] = lane.waiting;
      next && lane.running + next.cost <= accountCalls.cost;
      [next] = lane.waiting
    ) {
      lane.waiting.shift()
      lane.running += next.cost
      next.start()
    }
  }
}

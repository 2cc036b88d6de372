import { CallRefusal } from '../calls/refusal.ts'
import type { ServerPorts } from '../ports.ts'

/**
 * What the calls of one account that run at the same time may cost together (`callCost`): twenty usual ones, two pages
 * or one list. Calls that wait, at most.
 */
export const accountCalls = { cost: 20, waiting: 400 }
/** Time after which a rejected client may try again, ms. */
const retryAfter = 1_000

interface CallQueue {
  running: number
  readonly waiting: { readonly cost: number; readonly start: () => void }[]
}

/**
 * Shares the event loop and the database between accounts. Each account has a few calls under way; its others wait, and
 * between two of them the event loop serves everybody else. An account that calls without pause so delays only itself.
 */
export class AccountQueue {
  readonly #queues = new Map<number, CallQueue>()
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
    const queue = this.#queues.get(accountId) ?? { running: 0, waiting: [] }
    this.#queues.set(accountId, queue)
    if (queue.waiting.length === 0 && queue.running + cost <= accountCalls.cost) queue.running += cost
    else if (queue.waiting.length >= accountCalls.waiting) throw CallRefusal.limited(retryAfter)
    else {
      await new Promise<void>((start) => queue.waiting.push({ cost, start }))
      await this.#nextTurn?.()
    }
    try {
      return await task()
    } finally {
      queue.running -= cost
      this.#startNext(queue)
      if (queue.running === 0) this.#queues.delete(accountId)
    }
  }

  #startNext(queue: CallQueue): void {
    for (
      let [next] = queue.waiting;
      next && queue.running + next.cost <= accountCalls.cost;
      [next] = queue.waiting
    ) {
      queue.waiting.shift()
      queue.running += next.cost
      next.start()
    }
  }
}

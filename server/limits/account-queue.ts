import { CallRefusal } from '../calls/refusal.ts'
import type { ServerPorts } from '../ports.ts'

/**
 * The maximum total cost (`callCost`) of an account's concurrent calls: twenty ordinary ones, two pages or one list.
 * And the maximum number of calls that wait.
 */
export const accountCalls = { cost: 20, waiting: 400 }
/** The time after which a rejected client may retry, ms. */
const retryAfter = 1_000

interface CallQueue {
  running: number
  readonly waiting: { readonly cost: number; readonly start: () => void }[]
}

/**
 * Shares the event loop and the database between accounts. A few calls of each account run at a time; its others wait,
 * and other accounts are served in between. An account that calls continuously therefore delays only itself.
 */
export class AccountQueue {
  readonly #queues = new Map<number, CallQueue>()
  readonly #nextTurn: ServerPorts['nextTurn']

  constructor({ nextTurn }: Pick<ServerPorts, 'nextTurn'>) {
    this.#nextTurn = nextTurn
  }

  /**
   * Runs a task when the account has capacity for it, after those before it. Settles like the task.
   * @param cost from 1 to `accountCalls.cost`
   * @throws CallRefusal with the ms to wait if too many tasks of the account wait
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

  /** The number of calls that wait, of all accounts. */
  get waitingCount(): number {
    return [...this.#queues.values()].reduce((count, { waiting }) => count + waiting.length, 0)
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

/**
 * Starts the calls of one address one after another, with a turn of the event loop between them. A burst of calls from
 * one address therefore delays other clients by one call, not by all of them, also before anybody is authenticated.
 */
export class AddressTurns {
  readonly #last = new Map<string, Promise<void>>()
  readonly #nextTurn: ServerPorts['nextTurn']

  constructor({ nextTurn }: Pick<ServerPorts, 'nextTurn'>) {
    this.#nextTurn = nextTurn
  }

  /** Resolves when the next call of an address may start; immediately without a port for turns. */
  async wait(address: string): Promise<void> {
    const nextTurn = this.#nextTurn
    if (!nextTurn) return
    const before = this.#last.get(address) ?? Promise.resolve()
    const after = before.then(nextTurn)
    this.#last.set(address, after)
    after.then(() => {
      if (this.#last.get(address) === after) this.#last.delete(address)
    })
    await before
  }
}

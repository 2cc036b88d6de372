import { Semaphore } from 'async-mutex'
import { CallRefusal } from '../calls/refusal.ts'
import { KeyedLock } from '../keyed-lock.ts'
import type { ServerPorts } from '../ports.ts'

/**
 * The maximum total cost (`callCost`) of an account's concurrent calls: twenty ordinary ones, two pages or one list.
 * And the maximum number of calls that wait.
 */
export const accountCalls = { cost: 20, waiting: 400 }
/** The time after which a rejected client may retry, ms. */
const retryAfter = 1_000

interface CallQueue {
  readonly capacity: Semaphore
  waiting: number
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
    const queue = this.#queues.get(accountId) ?? { capacity: new Semaphore(accountCalls.cost), waiting: 0 }
    const hasToWait = queue.waiting > 0 || queue.capacity.getValue() < cost
    if (hasToWait && queue.waiting >= accountCalls.waiting) throw CallRefusal.limited(retryAfter)
    this.#queues.set(accountId, queue)
    if (hasToWait) queue.waiting += 1
    try {
      return await queue.capacity.runExclusive(async () => {
        if (hasToWait) {
          queue.waiting -= 1
          await this.#nextTurn?.()
        }
        return task()
      }, cost)
    } finally {
      // The next call has taken its capacity already.
      if (queue.capacity.getValue() === accountCalls.cost) this.#queues.delete(accountId)
    }
  }

  /** The number of calls that wait, of all accounts. */
  get waitingCount(): number {
    return [...this.#queues.values()].reduce((count, { waiting }) => count + waiting, 0)
  }
}

/**
 * Starts the calls of one address one after another, with a turn of the event loop between them. A burst of calls from
 * one address therefore delays other clients by one call, not by all of them, also before anybody is authenticated.
 */
export class AddressTurns {
  readonly #turns = new KeyedLock()
  readonly #nextTurn: ServerPorts['nextTurn']

  constructor({ nextTurn }: Pick<ServerPorts, 'nextTurn'>) {
    this.#nextTurn = nextTurn
  }

  /** Resolves when the next call of an address may start; immediately without a port for turns. */
  async wait(address: string): Promise<void> {
    const nextTurn = this.#nextTurn
    if (!nextTurn) return
    await new Promise<void>((start) => {
      void this.#turns.runExclusive(address, async () => {
        start()
        await nextTurn()
      })
    })
  }
}

import { Semaphore } from 'async-mutex'

/** The maximum number of shared tasks of one key that run concurrently. */
const maxShared = 256

/**
 * A fair readers-writer lock per key. Tasks of one key start in the order of the calls; tasks of different keys do not
 * wait for each other. Writing to a conversation and sending its frames is one task, so that frames leave in the order
 * of the commits.
 */
export class KeyedLock {
  readonly #locks = new Map<string, { readonly semaphore: Semaphore; users: number }>()

  /** Runs a task while no other task of the key runs. Settles like the task. */
  runExclusive<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    return this.#run(key, maxShared, task)
  }

  /**
   * Runs a task while only other shared tasks of the key run. It is for tasks that keep their own order, such as sends,
   * which the send queue orders. Settles like the task.
   */
  runShared<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    return this.#run(key, 1, task)
  }

  async #run<Result>(key: string, weight: number, task: () => Promise<Result>): Promise<Result> {
    const lock = this.#locks.get(key) ?? { semaphore: new Semaphore(maxShared), users: 0 }
    this.#locks.set(key, lock)
    lock.users += 1
    try {
      return await lock.semaphore.runExclusive(task, weight)
    } finally {
      lock.users -= 1
      if (lock.users === 0) this.#locks.delete(key)
    }
  }
}

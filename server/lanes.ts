/**
 * Runs tasks of the same key one after another, in the order they were asked for. Writing to a conversation and
 * telling its people about it is one task, so that frames leave in the order of the commits.
 */
export class Lanes {
  readonly #tails = new Map<string, Promise<unknown>>()

  /** Answers what `task` answers; a task that fails does not stop those after it. */
  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const before = this.#tails.get(key)
    const result = before ? before.then(task, task) : task()
    this.#tails.set(key, result)
    const forget = () => {
      if (this.#tails.get(key) === result) this.#tails.delete(key)
    }
    result.then(forget, forget)
    return result
  }
}

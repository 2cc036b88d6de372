/** Tasks of one key that run beside each other. */
interface Crowd {
  readonly begun: Promise<unknown>
  readonly running: Set<Promise<unknown>>
  isOpen: boolean
}

/**
 * Runs tasks of the same key one after another, in the order they were asked for. Writing to a conversation and
 * telling its people about it is one task, so that frames leave in the order of the commits.
 */
export class Lanes {
  readonly #tails = new Map<string, Promise<unknown>>()
  readonly #crowds = new WeakMap<Promise<unknown>, Crowd>()

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

  /**
   * The same for tasks that keep their order among each other themselves: they begin in the order they were asked for,
   * beside those of their kind with no other task of the key between them.
   */
  runBeside<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const last = this.#tails.get(key)
    const open = last && this.#crowds.get(last)
    if (open?.isOpen) return join(open, task)
    let begin = () => {}
    const begun = new Promise<void>((resolve) => {
      begin = resolve
    })
    const crowd: Crowd = { begun, running: new Set(), isOpen: true }
    const result = join(crowd, task)
    this.#crowds.set(
      this.run(key, async () => {
        begin()
        while (crowd.running.size > 0) await Promise.allSettled(crowd.running)
        crowd.isOpen = false
      }),
      crowd,
    )
    return result
  }
}

function join<Result>({ begun, running }: Crowd, task: () => Promise<Result>): Promise<Result> {
  const result = begun.then(task)
  running.add(result)
  const forget = () => void running.delete(result)
  result.then(forget, forget)
  return result
}

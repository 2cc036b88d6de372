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

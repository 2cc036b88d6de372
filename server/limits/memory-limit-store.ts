import type { LimitChange, LimitState, LimitStore } from '../ports.ts'

/** Counts limits in this process's memory: suitable for one node, lost when it stops. */
export class MemoryLimitStore implements LimitStore {
  readonly #entries = new Map<string, { readonly state: LimitState; readonly expiresAt: number }>()

  async change<Result>(
    key: string,
    decide: (state: LimitState | undefined) => LimitChange<Result>,
  ): Promise<Result> {
    const { state, expiresAt, result } = decide(this.#entries.get(key)?.state)
    if (state) this.#entries.set(key, { state, expiresAt })
    else this.#entries.delete(key)
    return result
  }

  async removeExpired(now: number): Promise<void> {
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.#entries.delete(key)
  }
}

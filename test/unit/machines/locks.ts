import type { LocksPort } from '#streams/ports.ts'

/** The locks of one device: first come, first served. */
export function createLocks(): LocksPort {
  const tails = new Map<string, Promise<unknown>>()
  return {
    async hold(name, signal, holder) {
      const before = tails.get(name) ?? Promise.resolve()
      const run = before.then(() => {
        if (signal.aborted) throw signal.reason
        return holder(new AbortController().signal)
      })
      tails.set(
        name,
        run.catch(() => undefined),
      )
      return run
    },
  }
}

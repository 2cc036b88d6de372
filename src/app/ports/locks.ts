import type { LocksPort } from '#streams/ports.ts'

/** Web Locks, shared by every tab of the origin. A stolen lock aborts its holder's signal. */
const sharedLocks = (manager: LockManager): LocksPort => ({
  hold: (name, signal, holder) => {
    const lost = new AbortController()
    const request = manager.request(name, { signal }, () => holder(lost.signal))
    // A theft rejects the request while the holder still runs; the caller hears of it the same way.
    return request.catch((cause: unknown) => {
      lost.abort(cause)
      throw cause
    })
  },
})

/** Locks within this tab, for browsers that withhold the shared ones: this tab then leads alone. */
const ownLocks = (): LocksPort => {
  const tails = new Map<string, Promise<unknown>>()
  return {
    hold: (name, signal, holder) => {
      const before = tails.get(name) ?? Promise.resolve()
      const turn = untilAborted(before, signal).then(() => holder(new AbortController().signal))
      // The next one waits for both: giving up the wait must not let it overtake the holder.
      tails.set(name, Promise.allSettled([before, turn]))
      return turn
    },
  }
}

const untilAborted = (wait: Promise<unknown>, signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    void wait.then(resolve, resolve).finally(() => signal.removeEventListener('abort', abort))
  })

export const createBrowserLocks = (manager: LockManager | undefined): LocksPort =>
  manager === undefined ? ownLocks() : sharedLocks(manager)

import { withTimeLimit } from '../clock/time-limit.ts'
import { TimedOut } from '../clock/timing.ts'
import type { Clock } from '../ports.ts'
import { isFault, StorageError } from './storage-error.ts'
import { storageLimits } from './storage-limits.ts'

/** Between two tries, ms. */
const pause = 500
/** How long another tab may take to let go before a person is asked to close it, ms. */
const blockedGrace = 3000

/** Told when another tab has blocked the storage for 3 s, and when it has let go after that. */
export type TellBlocked = (isBlocked: boolean) => void

/** Runs an operation, and waits for as long as another tab blocks the storage. Rejects as the operation does otherwise. */
export async function whileBlocked<Value>(
  clock: Clock,
  run: () => Promise<Value>,
  tellBlocked: TellBlocked,
): Promise<Value> {
  const start = clock.monotonic()
  let isTold = false
  const letGo = () => {
    if (isTold) tellBlocked(false)
  }
  for (;;) {
    try {
      const value = await run()
      letGo()
      return value
    } catch (cause) {
      if (!isFault(cause, 'blocked')) {
        letGo()
        throw cause
      }
    }
    if (!isTold && clock.monotonic() - start >= blockedGrace) {
      isTold = true
      tellBlocked(true)
    }
    await wait(clock)
  }
}

/**
 * Opens a storage that may be faulty or slow: tries for 6 s in all, not counting the wait for other tabs [STORE-04].
 * Returns the fault when the client has to go on without; rejects with what is no fault of the storage. What is opened
 * too late goes to `discard`.
 */
export async function openPatiently<Value>(
  clock: Clock,
  open: () => Promise<Value>,
  tellBlocked: TellBlocked,
  discard: (late: Value) => void,
): Promise<{ readonly value: Value } | { readonly fault: StorageError }> {
  let until = clock.monotonic() + storageLimits.hydrating
  const openInTime = () => {
    const left = Math.max(pause, until - clock.monotonic())
    return withTimeLimit(clock, left, open, discard).catch((cause: unknown) => {
      if (isFault(cause, 'blocked')) until = clock.monotonic() + storageLimits.hydrating
      throw cause instanceof TimedOut ? new StorageError('unanswered', cause) : cause
    })
  }
  for (;;) {
    try {
      return { value: await whileBlocked(clock, openInTime, tellBlocked) }
    } catch (cause) {
      if (!isFault(cause)) throw cause
      if (isLasting(cause) || clock.monotonic() >= until) return { fault: cause }
    }
    await wait(clock)
  }
}

/** Whether a fault stays for as long as the page is open. */
export const isLasting = (cause: unknown): boolean => isFault(cause, 'unavailable', 'newer-version')

const wait = (clock: Clock): Promise<void> =>
  new Promise((resolve) => {
    clock.setTimeout(resolve, pause)
  })

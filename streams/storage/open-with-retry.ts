import { TimedOut, withTimeLimit } from '../clock/timing.ts'
import type { Clock } from '../ports.ts'
import { isFault, StorageError } from './storage-error.ts'
import { storageLimits } from './storage-limits.ts'

/** Pause between two attempts, ms. */
const pause = 500
/** Time another tab has to close its connection before the user is asked to close the tab, ms. */
const blockedGrace = 3000

/** Gets true when another tab has blocked the storage for 3 s, and false when it no longer does. */
export type OnBlocked = (isBlocked: boolean) => void

/** Runs an operation again every 500 ms while another tab blocks the storage. Rejects on any other error of the operation. */
export async function retryWhileBlocked<Value>(
  clock: Clock,
  run: () => Promise<Value>,
  onBlocked: OnBlocked,
): Promise<Value> {
  const start = clock.monotonic()
  let isReported = false
  const reportUnblocked = () => {
    if (isReported) onBlocked(false)
  }
  for (;;) {
    try {
      const value = await run()
      reportUnblocked()
      return value
    } catch (cause) {
      if (!isFault(cause, 'blocked')) {
        reportUnblocked()
        throw cause
      }
    }
    if (!isReported && clock.monotonic() - start >= blockedGrace) {
      isReported = true
      onBlocked(true)
    }
    await wait(clock)
  }
}

/**
 * Opens a storage that may be faulty or slow. Retries for 6 s in all, not counting the time that other tabs block it [STORE-04].
 * Returns the fault when the client has to continue without the storage; rejects on an error that is no storage fault.
 * `discard` gets a storage that opened after its time limit.
 */
export async function openWithRetry<Value>(
  clock: Clock,
  open: () => Promise<Value>,
  onBlocked: OnBlocked,
  discard: (late: Value) => void,
): Promise<{ readonly value: Value } | { readonly fault: StorageError }> {
  let deadline = clock.monotonic() + storageLimits.hydrating
  const openInTime = () => {
    const left = Math.max(pause, deadline - clock.monotonic())
    return withTimeLimit(clock, left, open, discard).catch((cause: unknown) => {
      if (isFault(cause, 'blocked')) deadline = clock.monotonic() + storageLimits.hydrating
      throw cause instanceof TimedOut ? new StorageError('unanswered', cause) : cause
    })
  }
  for (;;) {
    try {
      return { value: await retryWhileBlocked(clock, openInTime, onBlocked) }
    } catch (cause) {
      if (!isFault(cause)) throw cause
      if (isPermanentFault(cause) || clock.monotonic() >= deadline) return { fault: cause }
    }
    await wait(clock)
  }
}

/** Whether a fault lasts until the page is reloaded. */
export const isPermanentFault = (cause: unknown): boolean => isFault(cause, 'unavailable', 'newer-version')

const wait = (clock: Clock): Promise<void> =>
  new Promise((resolve) => {
    clock.setTimeout(resolve, pause)
  })

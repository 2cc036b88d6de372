import { retry } from '../clock/retry.ts'
import { TimedOut, withTimeLimit } from '../clock/timing.ts'
import type { Clock } from '../ports.ts'
import { isFault, StorageError } from './storage-error.ts'
import { storageLimits } from './storage-limits.ts'

/** Wait between two tries, ms. */
const pause = 500
/** Time another tab has to close its connection before the user is asked to close the tab, ms. */
const blockedGrace = 3000

/** Gets true when another tab has blocked the storage for 3 s, and false when it no longer does. */
export type OnBlocked = (isBlocked: boolean) => void

/**
 * Runs an operation again every 500 ms while another tab blocks the storage. Rejects on any other error of the
 * operation.
 */
export async function retryWhileBlocked<Value>(
  clock: Clock,
  run: () => Promise<Value>,
  onBlocked: OnBlocked,
): Promise<Value> {
  const start = clock.monotonic()
  let isReported = false
  try {
    return await retry(run, {
      clock,
      delays: [pause],
      isFinal: (cause) => !isFault(cause, 'blocked'),
      onFailure(cause) {
        if (isReported || !isFault(cause, 'blocked') || clock.monotonic() - start < blockedGrace) return
        isReported = true
        onBlocked(true)
      },
    })
  } finally {
    if (isReported) onBlocked(false)
  }
}

/**
 * Opens a storage that may be faulty or slow. Retries for 6 s in all, not counting the time that other tabs block it
 * [STORE-04]. Returns the fault when the client has to continue without the storage; rejects on an error that is no
 * storage fault. `discard` gets a storage that opened after its time limit.
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
  const isFinal = (cause: unknown) =>
    !isFault(cause) || isPermanentFault(cause) || clock.monotonic() >= deadline
  try {
    const value = await retry(() => retryWhileBlocked(clock, openInTime, onBlocked), {
      clock,
      delays: [pause],
      isFinal,
    })
    return { value }
  } catch (cause) {
    if (isFault(cause)) return { fault: cause }
    throw cause
  }
}

/** Whether a fault lasts until the page is reloaded. */
export const isPermanentFault = (cause: unknown): boolean => isFault(cause, 'unavailable', 'newer-version')

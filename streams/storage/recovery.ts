import { retry } from '../clock/retry.ts'
import { sleep } from '../clock/timing.ts'
import type { Clock } from '../ports.ts'
import { isFault, type StorageError } from './storage-error.ts'

/** Retries an operation that a storage fault left undone, with backoff. */
export interface Recovery {
  /** Schedules an attempt: the first after 250 ms, the waits grow to 30 s. */
  wake(): void
  stop(): void
}

/** The wait before the first attempt, ms: a fault that ends earlier is not shown. */
const firstDelay = 250
/** Waits between attempts, ms. The last one repeats. */
const delays = [1000, 2000, 5000, 10_000, 30_000] as const

/**
 * `attempt` must reject while work is left undone. `onResult` gets the fault of each failed attempt and undefined after
 * a success.
 */
export function createRecovery(options: {
  readonly clock: Clock
  attempt(): Promise<void>
  onResult(fault: StorageError | undefined): void
  /** Gets an error that is not a storage fault. */
  onError(cause: unknown): void
}): Recovery {
  const { clock } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let isRunning = false
  /** `wake` was called after the last attempt began, which may have missed the new work. */
  let isWoken = false

  const attempt = () => {
    isWoken = false
    return options.attempt()
  }
  const onFailure = (cause: unknown) => {
    if (!isFault(cause)) options.onError(cause)
    else if (!signal.aborted) options.onResult(cause)
  }
  async function recover(): Promise<void> {
    isRunning = true
    try {
      while (isWoken) {
        await sleep(clock, firstDelay, signal)
        if (signal.aborted) return
        await retry(attempt, { clock, delays, isFinal: () => signal.aborted, onFailure, signal })
        if (signal.aborted) return
        options.onResult(undefined)
      }
    } finally {
      isRunning = false
    }
  }

  return {
    wake() {
      isWoken = true
      // Rejects only after it was stopped.
      if (!isRunning && !signal.aborted) void recover().catch(() => undefined)
    },
    stop: () => stopping.abort(),
  }
}

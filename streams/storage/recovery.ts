import { backoffDelay } from '#domain/http/call-limits.ts'
import type { Clock, TimerHandle } from '../ports.ts'
import { isFault, type StorageError } from './storage-error.ts'

/** Retries an operation that a storage fault left undone, with backoff. */
export interface Recovery {
  /** Schedules an attempt: the first after 250 ms, the waits grow to 30 s. */
  wake(): void
  stop(): void
}

/** Waits before the attempts, ms. The last one repeats. */
const delays = [250, 1000, 2000, 5000, 10_000, 30_000] as const

/**
 * `attempt` must reject while work is left undone. `onResult` gets the fault of each failed attempt and undefined after
 * a success: a fault that ends before the first attempt is not shown.
 */
export function createRecovery(options: {
  readonly clock: Clock
  attempt(): Promise<void>
  onResult(fault: StorageError | undefined): void
  /** Gets an error that is not a storage fault. */
  onError(cause: unknown): void
}): Recovery {
  const { clock } = options
  let timer: TimerHandle | undefined
  let isAttempting = false
  /** `wake` was called during an attempt, which may have missed the new work. */
  let isWokenDuringAttempt = false
  let isStopped = false
  let failures = 0

  const stopTimer = () => {
    if (timer) clock.clearTimeout(timer)
    timer = undefined
  }
  const schedule = () => {
    isWokenDuringAttempt ||= isAttempting
    if (isStopped || isAttempting || timer) return
    timer = clock.setTimeout(() => void attempt(), backoffDelay(delays, failures + 1))
  }
  const attempt = async (): Promise<void> => {
    stopTimer()
    if (isStopped || isAttempting) return
    isAttempting = true
    isWokenDuringAttempt = false
    try {
      await options.attempt()
      failures = 0
      isAttempting = false
      if (!isStopped) options.onResult(undefined)
      if (isWokenDuringAttempt) schedule()
    } catch (cause) {
      failures += 1
      isAttempting = false
      if (isFault(cause) && !isStopped) options.onResult(cause)
      if (!isFault(cause)) options.onError(cause)
      schedule()
    }
  }

  return {
    wake: schedule,
    stop() {
      isStopped = true
      stopTimer()
    },
  }
}

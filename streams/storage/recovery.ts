import type { Clock, TimerHandle } from '../ports.ts'
import { isFault, type StorageError } from './storage-error.ts'

/** Tries to make good what a faulty storage left undone. */
export interface Recovery {
  /** There is something to be made good; the first try follows in 250 ms, later ones ever more slowly, to 30 s. */
  wake(): void
  stop(): void
}

/** Waits before tries, ms; the last one repeats. */
const delays = [250, 1000, 2000, 5000, 10_000, 30_000] as const

/**
 * `attempt` rejects as long as something is left undone. `told` hears of the fault after each failed try, and of
 * undefined once all is well: what is over before the first try bothers nobody.
 */
export function createRecovery(options: {
  readonly clock: Clock
  attempt(): Promise<void>
  told(fault: StorageError | undefined): void
  /** A try failed for a reason that is no fault of the storage. */
  failed(cause: unknown): void
}): Recovery {
  const { clock } = options
  let timer: TimerHandle | undefined
  let isTrying = false
  /** Woken while a try was under way, which may have looked already. */
  let isWoken = false
  let isStopped = false
  let tries = 0

  const stopTimer = () => {
    if (timer) clock.clearTimeout(timer)
    timer = undefined
  }
  const schedule = () => {
    isWoken ||= isTrying
    if (isStopped || isTrying || timer) return
    timer = clock.setTimeout(() => void attempt(), delays[Math.min(tries, delays.length - 1)] ?? 30_000)
  }
  const attempt = async (): Promise<void> => {
    stopTimer()
    if (isStopped || isTrying) return
    isTrying = true
    isWoken = false
    try {
      await options.attempt()
      tries = 0
      isTrying = false
      if (!isStopped) options.told(undefined)
      if (isWoken) schedule()
    } catch (cause) {
      tries += 1
      isTrying = false
      if (isFault(cause) && !isStopped) options.told(cause)
      if (!isFault(cause)) options.failed(cause)
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

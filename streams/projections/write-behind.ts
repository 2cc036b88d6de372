import type { Clock, TimerHandle } from '../ports.ts'
import { createTaskQueue } from '../task-queue.ts'

/** Quiet time after the last change, and the longest time until a change is written, ms. */
const quietTime = 500
const maxDelay = 5000

/** Writes read models some time after the log, one write at a time. */
export interface WriteBehind {
  /** Schedules a write after a change. Does nothing in a follower. */
  changed(): void
  /** Writes now. Does nothing in a follower. */
  writeNow(): void
  setLeading(isLeading: boolean): void
  isLeading(): boolean
  /** Runs a task between two writes. */
  runExclusive<Value>(task: () => Promise<Value>): Promise<Value>
  /**
   * Writes now in a leader, and waits for the current write in a follower. Rejects when the storage rejected the write.
   */
  flush(): Promise<void>
}

/**
 * Calls `write` 500 ms after the last change, and at the latest 5 s after the first. Failures go to `onFault` and are
 * retried. The timer is no pipe, because RxJS has no debounce with a longest wait.
 */
export function createWriteBehind(options: {
  readonly clock: Clock
  write(): Promise<void>
  onFault(cause: unknown): void
}): WriteBehind {
  const { clock } = options
  let isLeading = false
  let timer: TimerHandle | undefined
  let changedSince: number | undefined
  const inTurn = createTaskQueue()

  const stopTimer = () => {
    if (timer) clock.clearTimeout(timer)
    timer = undefined
  }

  /** Queues a write, which includes all changes until it starts. */
  const write = (): Promise<void> => {
    stopTimer()
    changedSince = undefined
    return inTurn(options.write)
  }

  const writeAndRetry = () => {
    write().catch((cause: unknown) => {
      options.onFault(cause)
      changed()
    })
  }

  function changed(): void {
    if (!isLeading) return
    const now = clock.monotonic()
    changedSince ??= now
    stopTimer()
    const delay = Math.max(0, Math.min(quietTime, changedSince + maxDelay - now))
    timer = clock.setTimeout(writeAndRetry, delay)
  }

  return {
    changed,
    isLeading: () => isLeading,
    runExclusive: inTurn,
    writeNow() {
      if (isLeading) writeAndRetry()
    },
    setLeading(next) {
      isLeading = next
      if (next) changed()
      else stopTimer()
    },
    flush: () => (isLeading ? write() : inTurn(async () => {})),
  }
}

import type { Clock, TimerHandle } from '../ports.ts'

/** Quiet time after the last change, and the longest time until a change is written, ms. */
const quiet = 500
const longest = 5000

/** Writes read models some time after the log, never at once and never twice at a time. */
export interface WriteBehind {
  /** Something changed; does nothing while not leading. */
  changed(): void
  /** Something must not wait: it is written at once, while leading. */
  urge(): void
  setLeading(isLeading: boolean): void
  isLeading(): boolean
  /** Runs something between two writes, so that neither sees the other half done. */
  takeTurn<Value>(task: () => Promise<Value>): Promise<Value>
  /** Writes now, when leading; resolves when written, rejects when the storage refused. */
  flush(): Promise<void>
}

/** Calls `write` coalesced: 500 ms after the last change, 5 s after the first at the latest. Failures go to `onFault`. */
export function createWriteBehind(options: {
  readonly clock: Clock
  write(): Promise<void>
  onFault(cause: unknown): void
}): WriteBehind {
  const { clock } = options
  let isLeading = false
  let timer: TimerHandle | undefined
  let changedSince: number | undefined
  let writing: Promise<void> = Promise.resolve()

  const stopTimer = () => {
    if (timer) clock.clearTimeout(timer)
    timer = undefined
  }

  /** One after the other; each write takes everything that has changed by the time it starts. */
  const write = (): Promise<void> => {
    stopTimer()
    changedSince = undefined
    const next = writing.then(options.write)
    writing = next.catch(() => {})
    return next
  }

  const writeLater = () => {
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
    const delay = Math.max(0, Math.min(quiet, changedSince + longest - now))
    timer = clock.setTimeout(writeLater, delay)
  }

  return {
    changed,
    isLeading: () => isLeading,
    takeTurn(task) {
      const next = writing.then(task)
      writing = next.then(
        () => {},
        () => {},
      )
      return next
    },
    urge() {
      if (isLeading) writeLater()
    },
    setLeading(next) {
      isLeading = next
      if (next) changed()
      else stopTimer()
    },
    flush: () => (isLeading ? write() : writing),
  }
}

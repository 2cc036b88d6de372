import type { Clock, TimerHandle } from '#streams/ports.ts'

/** How long changes may wait when nobody waits for them, ms. */
const saveWithin = 300

/** Saves what changes, one save at a time. */
export interface Saver {
  /** Something may have changed. */
  touch(): void
  /** Resolves when everything that changed before this call is saved, or could not be. */
  saved(): Promise<void>
}

/**
 * clean ──touch──▶ touched ──saved(), or 300 ms──▶ saving ──▶ clean
 *                     ▲                              │ touched meanwhile
 *                     └──────────────────────────────┘
 *
 * `save` reports its own failures and never rejects.
 */
export function createSaver(save: () => Promise<void>, clock: Clock): Saver {
  let isTouched = false
  let timer: TimerHandle | undefined
  let running: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined

  const run = (): Promise<void> => {
    next = undefined
    isTouched = false
    if (timer) clock.clearTimeout(timer)
    timer = undefined
    return save()
  }
  const saved = (): Promise<void> => {
    if (!isTouched) return running
    next ??= running.then(run)
    running = next
    return next
  }
  return {
    touch: () => {
      isTouched = true
      timer ??= clock.setTimeout(() => void saved(), saveWithin)
    },
    saved,
  }
}

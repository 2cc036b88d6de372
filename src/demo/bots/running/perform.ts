import type { Clock } from '#streams/ports.ts'
import type { Step } from '../behaviour.ts'

/** What carries out the steps of one bot. */
export interface Performance {
  /** Drops what was still to be done and begins anew. */
  perform(steps: readonly Step[]): void
  stop(): void
}

/** Does one step after another, each in its time; a step that fails ends its plan. */
export function createPerformance(
  clock: Clock,
  act: (step: Step) => Promise<void>,
  failed: (cause: unknown) => void,
): Performance {
  let cancel: (() => void) | undefined
  const stop = () => cancel?.()
  return {
    stop,
    perform(steps) {
      stop()
      let isCancelled = false
      let timer: ReturnType<Clock['setTimeout']> | undefined
      const next = (index: number) => {
        const step = steps[index]
        if (!step || isCancelled) return
        timer = clock.setTimeout(() => {
          act(step).then(
            () => next(index + 1),
            // What was dropped meanwhile may fail as it likes: its client may be gone.
            (cause: unknown) => !isCancelled && failed(cause),
          )
        }, step.after)
      }
      cancel = () => {
        isCancelled = true
        if (timer) clock.clearTimeout(timer)
      }
      next(0)
    },
  }
}

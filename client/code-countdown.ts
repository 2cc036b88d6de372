import { nextCodeAt, secondsUntil } from '#domain/forms/credentials.ts'
import type { Clock, TimerHandle } from '#streams/ports.ts'
import { createWritable, type Readable } from '#streams/readable.ts'

/**
 * The limit of code requests, over all screens of a tab: one per 30 s, and 60 s after one that was sent [AUTH-30
 * AUTH-31].
 */
export interface CodeCountdown {
  /** Whole seconds until a code may be requested again; 0 if it may be requested now. Changes each second. */
  readonly secondsLeft: Readable<number>
  /** Starts the countdown when a code is requested. */
  startCountdown(): void
  /**
   * Adjusts the countdown to the server's response.
   * @param response with the server's limit `retryAfter`, ms
   */
  applyResponse(response: { readonly isSent: boolean; readonly retryAfter: number | undefined }): void
  stop(): void
}

const oneSecond = 1000

export function createCodeCountdown(clock: Clock): CodeCountdown {
  const shown = createWritable(0)
  let requestedAt = 0
  /** Monotonic ms. */
  let freeAt = 0
  let timer: TimerHandle | undefined
  const current = () => secondsUntil(freeAt, clock.monotonic())
  const stop = () => {
    if (timer) clock.clearTimeout(timer)
    timer = undefined
  }
  const tick = () => {
    timer = current() > 0 ? clock.setTimeout(tick, oneSecond) : undefined
    shown.set(current())
  }
  return {
    secondsLeft: { get: current, subscribe: shown.subscribe },
    startCountdown() {
      stop()
      requestedAt = clock.monotonic()
      freeAt = nextCodeAt({ requestedAt, isSent: true, retryAfter: undefined })
      tick()
    },
    applyResponse(response) {
      freeAt = nextCodeAt({ requestedAt, ...response })
      shown.set(current())
    },
    stop,
  }
}

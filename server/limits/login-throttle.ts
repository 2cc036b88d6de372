import type { LimitStore, ServerClock } from '../ports.ts'
import { refuseFor } from './limits.ts'

const minute = 60_000

/**
 * The number of wrong attempts in a row before a pause, and the pause, ms, which doubles each time up to the maximum.
 */
export const throttleLimits = { attempts: 10, pause: 10 * minute, longestPause: 24 * 60 * minute }

/**
 * Slows down guessing of passwords and codes: a pause after every ten wrong attempts, each twice as long as the last.
 */
export class LoginThrottle {
  readonly #store: LimitStore
  readonly #clock: ServerClock
  readonly #onPause: () => void

  /** @param onPause called when a pause begins */
  constructor(store: LimitStore, clock: ServerClock, onPause: () => void = () => {}) {
    this.#store = store
    this.#clock = clock
    this.#onPause = onPause
  }

  /**
   * Counts an attempt before its result is known, so that concurrent attempts cannot exceed the limit.
   * @throws CallRefusal with the ms to wait while the key is paused
   */
  async countAttempt(key: string): Promise<void> {
    let isPausing = false
    const wait = await this.#store.change(`attempts ${key}`, (state) => {
      const now = this.#clock.now()
      const { count = 0, pauses = 0, pausedUntil = 0 } = state && now <= expiryOf(state) ? state : {}
      if (state && pausedUntil > now) {
        isPausing = false
        return { state, expiresAt: expiryOf(state), result: pausedUntil - now }
      }
      isPausing = (count + 1) % throttleLimits.attempts === 0
      const pause = Math.min(throttleLimits.pause * 2 ** pauses, throttleLimits.longestPause)
      const counted = {
        count: count + 1,
        pauses: isPausing ? pauses + 1 : pauses,
        pausedUntil: isPausing ? now + pause : pausedUntil,
        lastAt: now,
      }
      return { state: counted, expiresAt: expiryOf(counted), result: 0 }
    })
    if (isPausing) this.#onPause()
    refuseFor(wait)
  }

  /** Forgets the attempts of a key after a correct one. */
  async reset(key: string): Promise<void> {
    await this.#store.change(`attempts ${key}`, () => ({ state: undefined, expiresAt: 0, result: undefined }))
  }
}

// A few mistakes are forgotten after the time of one pause; a paused key is remembered for a day.
function expiryOf({
  pauses = 0,
  pausedUntil = 0,
  lastAt = 0,
}: {
  readonly pauses?: number
  readonly pausedUntil?: number
  readonly lastAt?: number
}): number {
  const memory = pauses === 0 ? throttleLimits.pause : throttleLimits.longestPause
  return Math.max(lastAt, pausedUntil) + memory
}

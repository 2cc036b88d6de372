import { tryFigures } from './figures.ts'

interface Tries {
  count: number
  pauses: number
  pausedUntil: number
  lastAt: number
}

/** Slows down guessing: a pause after every ten tries in a row, each twice as long as the one before. */
export class TryGuard {
  readonly #tries = new Map<string, Tries>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts a try before its outcome is known; answers 0, or how many ms to wait. */
  begin(key: string): number {
    const now = this.#now()
    const tries = this.#known(key, now)
    if (tries.pausedUntil > now) return tries.pausedUntil - now
    tries.lastAt = now
    tries.count += 1
    if (tries.count % tryFigures.triesBeforePause === 0) {
      tries.pausedUntil = now + Math.min(tryFigures.pause * 2 ** tries.pauses, tryFigures.longestPause)
      tries.pauses += 1
    }
    return 0
  }

  /** The try was right: nothing is held against the key any more. */
  succeed(key: string): void {
    this.#tries.delete(key)
  }

  /** Forgets keys that have been quiet for as long as their growth is remembered. */
  sweep(): void {
    const now = this.#now()
    for (const [key, tries] of this.#tries) if (isForgotten(tries, now)) this.#tries.delete(key)
  }

  #known(key: string, now: number): Tries {
    const known = this.#tries.get(key)
    if (known && !isForgotten(known, now)) return known
    const tries = { count: 0, pauses: 0, pausedUntil: 0, lastAt: now }
    this.#tries.set(key, tries)
    return tries
  }
}

// A few mistakes are forgotten after one pause's time; a key that was paused stays known for a day.
function isForgotten(tries: Tries, now: number): boolean {
  const memory = tries.pauses === 0 ? tryFigures.pause : tryFigures.longestPause
  return now > Math.max(tries.lastAt, tries.pausedUntil) + memory
}

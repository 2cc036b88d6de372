import type { Clock } from '../ports.ts'

/** The server's clock as far as it is known here (DEC-113). */
export interface ServerTime {
  /** Server time now, ms since 1970; never depends on later jumps of the device's clock. */
  now(): number
  /** Whether a stamp of the server has come in here; before, `now` is but the device's clock, or another tab's word. */
  isKnown(): boolean
  /** Learns from a stamp of the server that has just come in, ms; an unset one teaches nothing. */
  learn(stamp: number | undefined): void
  /** Server time minus the device's wall clock, ms; what tabs of one device tell each other. */
  offsetFromDevice(): number
  /** Takes over what another tab of this device has learnt. */
  adopt(offsetFromDevice: number): void
}

/** How long the best stamp stays the best; afterwards a new one replaces it, ms. */
const confidence = 60_000

/**
 * A stamp is always a little old when it comes in, so within a minute only one that puts the clock forward is a
 * better one; after that the newest wins, whichever way it points. Until the first stamp it is the device's clock.
 */
export function createServerTime(clock: Clock): ServerTime {
  let offset = clock.now() - clock.monotonic()
  let learntAt: number | undefined
  let isKnown = false
  const set = (next: number) => {
    offset = next
    learntAt = clock.monotonic()
  }
  return {
    now: () => Math.round(clock.monotonic() + offset),
    isKnown: () => isKnown,
    learn(stamp) {
      if (stamp === undefined) return
      isKnown = true
      const next = stamp - clock.monotonic()
      const isFresh = learntAt !== undefined && clock.monotonic() - learntAt < confidence
      if (!isFresh || next > offset) set(next)
    },
    offsetFromDevice: () => Math.round(clock.monotonic() + offset - clock.now()),
    adopt: (offsetFromDevice) => set(clock.now() + offsetFromDevice - clock.monotonic()),
  }
}

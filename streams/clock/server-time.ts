import type { TimeMark } from '#schemas/storage/time-mark.ts'
import type { Clock } from '../ports.ts'

/** The server's clock as far as it is known here (DEC-113). */
export interface ServerTime {
  /** Server time now, ms since 1970; never depends on later jumps of the device's clock. */
  now(): number
  /**
   * The latest that server time can be as far as anything here tells, ms: the device's wall clock counts too, which goes on
   * while a device sleeps, and may jump. Good for hiding what may be over, never for erasing it.
   */
  latest(): number
  /** Whether a stamp of the server has come in here; before, `now` is but a guess, or another tab's word. */
  isKnown(): boolean
  /** Whether `now` rests on a stamp that came in since this start, here or in the tab that leads. */
  isTrusted(): boolean
  /** Learns from a stamp of the server that has just come in, ms; an unset one teaches nothing. */
  learn(stamp: number | undefined): void
  /** Server time minus the device's wall clock, ms; what tabs of one device tell each other. */
  offsetFromDevice(): number
  /** Takes over what another tab of this device goes by, and whether the server has told that tab. */
  adopt(offsetFromDevice: number, isTrusted: boolean): void
  /** What the next start of this device may go by; undefined while nothing is known here. */
  mark(): TimeMark | undefined
  /** Goes by the mark of an earlier start, until something better is known. */
  restore(mark: TimeMark | undefined): void
}

/** How long the best stamp stays the best; afterwards a new one replaces it, ms. */
const confidence = 60_000

/**
 * A stamp is always a little old when it comes in, so within a minute only one that puts the clock forward is a
 * better one; after that the newest wins, whichever way it points. Until the first stamp it is the device's clock, put
 * right by as much as it was wrong when the server was last heard, and never earlier than then.
 */
export function createServerTime(clock: Clock): ServerTime {
  let offset = clock.now() - clock.monotonic()
  let wallOffset = 0
  let learntAt: number | undefined
  let isKnown = false
  let isTrusted = false
  const now = () => Math.round(clock.monotonic() + offset)
  const offsetFromDevice = () => Math.round(clock.monotonic() + offset - clock.now())
  const set = (next: number) => {
    offset = next
    wallOffset = offsetFromDevice()
  }
  return {
    now,
    latest: () => Math.max(now(), clock.now() + wallOffset),
    isKnown: () => isKnown,
    isTrusted: () => isTrusted,
    learn(stamp) {
      if (stamp === undefined) return
      const next = stamp - clock.monotonic()
      const isFresh = learntAt !== undefined && clock.monotonic() - learntAt < confidence
      // A guess is no stamp: the first one replaces it, whichever way it points.
      const isBetter = !isTrusted || !isFresh || next > offset
      isKnown = true
      isTrusted = true
      if (isBetter) learntAt = clock.monotonic()
      set(isBetter ? next : offset)
    },
    offsetFromDevice,
    adopt(fromDevice, isTold) {
      // Another tab's guess is no better than what the server has said here.
      if (isKnown && !isTold) return
      if (isTold) learntAt = clock.monotonic()
      isTrusted ||= isTold
      set(clock.now() + fromDevice - clock.monotonic())
    },
    mark: () => (isKnown ? { server: now(), device: clock.now() } : undefined),
    restore(mark) {
      if (!mark || isTrusted) return
      const likely = clock.now() + mark.server - mark.device
      set(Math.max(likely, mark.server) - clock.monotonic())
    },
  }
}

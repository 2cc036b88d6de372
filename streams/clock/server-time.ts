import type { TimeMark } from '#schemas/storage/time-mark.ts'
import type { Clock } from '../ports.ts'

/** An estimate of the server's clock (DEC-113). */
export interface ServerTime {
  /** Returns the server time, ms since 1970. Later jumps of the device's clock do not affect it. */
  now(): number
  /**
   * Returns the latest possible server time, ms. Includes the device's wall clock, which continues during sleep and
   * may jump. Suitable for hiding expired messages, never for erasing them.
   */
  latest(): number
  /** Whether a server timestamp has arrived in this tab. Before, `now` is an estimate or another tab's value. */
  hasOwnTimestamp(): boolean
  /** Whether `now` is based on a server timestamp since this start, here or in the leader tab. */
  isTrusted(): boolean
  /** Learns from a server timestamp that has just arrived, ms; ignores undefined. */
  learn(stamp: number | undefined): void
  /** Returns server time minus the device's wall clock, ms, for the other tabs of this device. */
  offsetFromDevice(): number
  /** Takes over the offset of another tab, and whether that tab has had a server timestamp. */
  adopt(offsetFromDevice: number, isTrusted: boolean): void
  /** Returns the estimate for the next start of this device; undefined if unknown. */
  mark(): TimeMark | undefined
  /** Uses the estimate of an earlier start until a better one is known. */
  restore(mark: TimeMark | undefined): void
}

/** How long the best timestamp stays the best, ms. Afterwards a new one replaces it. */
const confidence = 60_000

/**
 * A timestamp is slightly old on arrival. So within a minute only a later time is better; after that the newest wins.
 * Before the first timestamp, this is the device's clock, corrected by its last known error, and never earlier than
 * the last known server time.
 */
export function createServerTime(clock: Clock): ServerTime {
  let offset = clock.now() - clock.monotonic()
  let wallOffset = 0
  let learntAt: number | undefined
  let hasOwnTimestamp = false
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
    hasOwnTimestamp: () => hasOwnTimestamp,
    isTrusted: () => isTrusted,
    learn(stamp) {
      if (stamp === undefined) return
      const next = stamp - clock.monotonic()
      const isFresh = learntAt !== undefined && clock.monotonic() - learntAt < confidence
      // The first timestamp always replaces an estimate.
      const isBetter = !isTrusted || !isFresh || next > offset
      hasOwnTimestamp = true
      isTrusted = true
      if (isBetter) learntAt = clock.monotonic()
      set(isBetter ? next : offset)
    },
    offsetFromDevice,
    adopt(fromDevice, isServerTime) {
      // Another tab's estimate is no better than a timestamp that arrived here.
      if (hasOwnTimestamp && !isServerTime) return
      if (isServerTime) learntAt = clock.monotonic()
      isTrusted ||= isServerTime
      set(clock.now() + fromDevice - clock.monotonic())
    },
    mark: () => (hasOwnTimestamp ? { server: now(), device: clock.now() } : undefined),
    restore(mark) {
      if (!mark || isTrusted) return
      const likely = clock.now() + mark.server - mark.device
      set(Math.max(likely, mark.server) - clock.monotonic())
    },
  }
}

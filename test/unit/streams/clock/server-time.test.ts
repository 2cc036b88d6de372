import { describe, expect, it } from 'vitest'
import { createServerTime } from '#streams/clock/server-time.ts'

const second = 1000
const hour = 3600 * second
const day = 24 * hour
const truth = Date.UTC(2026, 2, 29, 0, 30)

/**
 * A device whose wall clock is `skew` off and may be changed; `asleep` passes time that its monotonic clock does not
 * measure.
 */
function createDevice(skew: number) {
  let passed = 0
  let slept = 0
  let set = skew
  return {
    clock: {
      now: () => truth + passed + slept + set,
      monotonic: () => passed,
      setTimeout: () => ({ timer: undefined }),
      clearTimeout: () => {},
    },
    server: () => truth + passed + slept,
    pass: (ms: number) => {
      passed += ms
    },
    sleep: (ms: number) => {
      slept += ms
    },
    /** The wall clock is set by hand. */
    shift: (ms: number) => {
      set += ms
    },
  }
}

describe('the server’s time', () => {
  it.each([0, -day, day, hour, -hour])(
    'is the device’s clock before the first timestamp, and exact from it on: %d ms off (DEC-113)',
    (skew) => {
      const device = createDevice(skew)
      const time = createServerTime(device.clock)
      expect([time.now(), time.hasOwnTimestamp(), time.isTrusted(), time.mark()]).toEqual([
        truth + skew,
        false,
        false,
        undefined,
      ])
      time.learn(undefined)
      expect(time.hasOwnTimestamp()).toBe(false)
      time.learn(device.server())
      device.pass(hour)
      expect([time.now(), time.latest(), time.hasOwnTimestamp(), time.isTrusted()]).toEqual([
        device.server(),
        device.server(),
        true,
        true,
      ])
      expect(time.mark()).toEqual({ server: device.server(), device: device.clock.now() })
    },
  )

  it('follows the monotonic clock when the wall clock is changed, as for summer time (DEC-113)', () => {
    for (const shift of [hour, -hour, day, -day]) {
      const device = createDevice(0)
      const time = createServerTime(device.clock)
      time.learn(device.server())
      device.shift(shift)
      device.pass(second)
      expect(time.now()).toBe(device.server())
      // It may be as late as the wall clock: suitable for hiding only, and exact again after the next timestamp.
      expect(time.latest()).toBe(device.server() + Math.max(0, shift))
      time.learn(device.server())
      expect(time.latest()).toBe(device.server())
    }
  })

  it('may be later than the monotonic clock after a sleep, until the next timestamp', () => {
    const device = createDevice(-day)
    const time = createServerTime(device.clock)
    time.learn(device.server())
    device.sleep(hour)
    expect([time.now(), time.latest()]).toEqual([device.server() - hour, device.server()])
    time.learn(device.server())
    expect(time.now()).toBe(device.server())
  })

  const starts = [
    { title: 'as wrong as before', skew: -day, shift: 0, error: 0 },
    { title: 'as wrong as before, ahead', skew: day, shift: 0, error: 0 },
    { title: 'set back by an hour of ten', skew: 0, shift: -hour, error: -hour },
    { title: 'set back before the last stamp', skew: 0, shift: -day, error: -10 * hour },
    { title: 'put forward by a day', skew: 0, shift: day, error: day },
  ]
  it.each(starts)(
    'after a start with a clock $title is never before the last stamp (DEC-113)',
    ({ skew, shift, error }) => {
      const device = createDevice(skew)
      const before = createServerTime(device.clock)
      before.learn(device.server())
      const mark = before.mark()
      device.pass(10 * hour)
      device.shift(shift)
      const time = createServerTime(device.clock)
      time.restore(mark)
      expect(time.now()).toBe(device.server() + error)
      expect(time.now()).toBeGreaterThanOrEqual(mark?.server ?? Number.POSITIVE_INFINITY)
      expect([time.hasOwnTimestamp(), time.isTrusted(), time.mark()]).toEqual([false, false, undefined])
      time.learn(device.server())
      expect([time.now(), time.isTrusted()]).toEqual([device.server(), true])
      time.restore({ server: 1, device: 1 })
      expect(time.now()).toBe(device.server())
    },
  )

  it('is adopted from the leader tab with its certainty; an estimate replaces no timestamp', () => {
    const device = createDevice(-day)
    const [leader, follower] = [createServerTime(device.clock), createServerTime(device.clock)]
    leader.learn(device.server())
    follower.adopt(leader.offsetFromDevice(), leader.isTrusted())
    expect([follower.now(), follower.isTrusted(), follower.hasOwnTimestamp()]).toEqual([
      device.server(),
      true,
      false,
    ])
    const guessing = createServerTime(device.clock)
    leader.adopt(guessing.offsetFromDevice(), guessing.isTrusted())
    expect(leader.now()).toBe(device.server())
  })
})

import { expect, it } from 'vitest'
import { CallRefusal } from '#server/calls/refusal.ts'
import { MemoryLimitStore } from '#server/limits/limits.ts'
import { LoginThrottle, throttleLimits } from '#server/limits/login-throttle.ts'

const open = () => {
  let now = 1_000_000
  const store = new MemoryLimitStore()
  const throttle = new LoginThrottle(store, { now: () => now })
  const attempt = async (times: number) => {
    for (let count = 0; count < times; count++) await throttle.countAttempt('key')
  }
  return {
    throttle,
    attempt,
    exhaust: () => attempt(throttleLimits.attempts),
    /** The ms to wait before another attempt, which must be rejected. */
    pause: async () => {
      const refusal = await throttle.countAttempt('key').catch((cause: unknown) => cause)
      return refusal instanceof CallRefusal ? Number(refusal.data?.RetryAfter) : undefined
    },
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    sweep: () => store.removeExpired(now),
  }
}

it('the throttle pauses after ten attempts, twice as long each time, up to a day', async () => {
  const { pause, pass, exhaust } = open()
  const pauses: number[] = []
  for (let round = 0; round < 10; round++) {
    await exhaust()
    pauses.push((await pause()) ?? 0)
    pass(pauses.at(-1) ?? 0)
  }
  const minutes = pauses.map((milliseconds) => milliseconds / 60_000)
  expect(minutes).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440])
})

it('a correct attempt forgets all earlier ones', async () => {
  const { throttle, pause, pass, exhaust } = open()
  await exhaust()
  pass(throttleLimits.pause)
  await throttle.reset('key')
  await exhaust()
  expect(await pause()).toBe(throttleLimits.pause)
})

it('a few mistakes are forgotten after the time of a pause, and a pause after a day', async () => {
  const { attempt, pause, pass, exhaust, sweep } = open()
  await attempt(throttleLimits.attempts - 1)
  pass(throttleLimits.pause + 1)
  await sweep()
  await exhaust()
  pass(throttleLimits.pause + throttleLimits.longestPause + 1)
  await sweep()
  await exhaust()
  expect(await pause()).toBe(throttleLimits.pause)
})

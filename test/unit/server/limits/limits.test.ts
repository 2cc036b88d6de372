import { expect, it } from 'vitest'
import { CallRefusal } from '#server/calls/refusal.ts'
import { ConcurrencyLimits, Limits, limits, MemoryLimitStore } from '#server/limits/limits.ts'

const start = 1_000_000
const { burst, refillEvery } = limits.uploadPerAccount

const open = () => {
  let now = start
  const store = new MemoryLimitStore()
  const buckets = new Limits(store, { now: () => now })
  return {
    buckets,
    take: (key: number, count?: number) => buckets.waitFor('uploadPerAccount', key, count),
    empty: (key: number) => buckets.waitFor('uploadPerAccount', key, burst),
    sweep: () => store.removeExpired(now),
    set: (time: number) => {
      now = time
    },
  }
}

it('a bucket allows a burst, then one token per refill, and returns the time to wait', async () => {
  const { take, set } = open()
  for (let count = 0; count < burst; count++) expect(await take(1)).toBe(0)
  expect(await take(1)).toBe(refillEvery)
  set(start + refillEvery - 1)
  expect(await take(1)).toBe(1)
  set(start + refillEvery)
  expect([await take(1), await take(1)]).toEqual([0, refillEvery])
})

it('a bucket gives several tokens or none, with the time until there are enough', async () => {
  const { take, set } = open()
  expect(await take(1, burst - 1)).toBe(0)
  expect(await take(1, 3)).toBe(2 * refillEvery)
  expect(await take(1)).toBe(0)
  set(start + burst * refillEvery)
  expect([await take(1, burst), await take(1, 0), await take(1)]).toEqual([0, 0, refillEvery])
})

it('a sweep forgets full buckets only, and keys are counted separately', async () => {
  const { take, empty, sweep, set } = open()
  await empty(1)
  expect(await take(2)).toBe(0)
  set(start + refillEvery)
  await sweep()
  expect([await take(1), await take(1)]).toEqual([0, refillEvery])
  set(start + 10 * burst * refillEvery)
  await sweep()
  expect(await empty(1)).toBe(0)
})

it('a clock that is set back locks nobody out for longer than a refill', async () => {
  const { take, empty, set } = open()
  await empty(1)
  set(start - 24 * 3_600_000)
  expect(await take(1)).toBeLessThanOrEqual(refillEvery)
})

it('a call over its limit is refused with the time to wait, calls from this machine are not', async () => {
  const { buckets } = open()
  await buckets.take('uploadPerAccount', 1, burst)
  await expect(buckets.take('uploadPerAccount', 1)).rejects.toBeInstanceOf(CallRefusal)
  const far = { address: '203.0.113.7', isLocal: false }
  for (let count = 0; count < limits.codePerAddress.burst; count++) {
    await buckets.takeByAddress('codePerAddress', far)
    await buckets.takeByAddress('codePerAddress', { ...far, isLocal: true })
  }
  await buckets.takeByAddress('codePerAddress', { ...far, isLocal: true })
  await expect(buckets.takeByAddress('codePerAddress', far)).rejects.toBeInstanceOf(CallRefusal)
})

const allowed = { perAddress: 5, perAccount: 3 }

it('an address has a limited number of things under way, and may start more once some have ended', () => {
  const running = new ConcurrencyLimits(allowed)
  const ends = Array.from({ length: allowed.perAddress }, () => running.enter('203.0.113.7'))
  expect(ends).not.toContain(undefined)
  expect(running.enter('203.0.113.7')).toBeUndefined()
  expect(running.enter('203.0.113.8')).toBeDefined()
  ends[0]?.()
  // Ending twice releases one slot only.
  ends[0]?.()
  expect(running.enter('203.0.113.7')).toBeDefined()
  expect(running.enter('203.0.113.7')).toBeUndefined()
})

it('an account has a limited number of concurrent requests, whatever their addresses', () => {
  const running = new ConcurrencyLimits(allowed)
  const enter = (index: number) => running.enter(`203.0.113.${index}`, [7])
  const ends = Array.from({ length: allowed.perAccount }, (_, index) => enter(index))
  expect(ends).not.toContain(undefined)
  expect(enter(allowed.perAccount)).toBeUndefined()
  expect(running.enter('203.0.113.1', [8])).toBeDefined()
})

it('work without an address counts for its account alone', () => {
  const running = new ConcurrencyLimits(allowed)
  const ends = Array.from({ length: 50 }, (_, index) => running.enter(undefined, [index]))
  expect(ends).not.toContain(undefined)
})

import { expect, it } from 'vitest'
import { limitFigures } from '#server/limits/figures.ts'
import { TokenBuckets } from '#server/limits/token-buckets.ts'

const start = 1_000_000
const { burst, refillEvery } = limitFigures.uploadPerAccount

const open = () => {
  let now = start
  const buckets = new TokenBuckets(() => now, limitFigures)
  return {
    take: (key: number, count?: number) => buckets.take('uploadPerAccount', key, count),
    sweep: () => buckets.sweep(),
    set: (time: number) => {
      now = time
    },
  }
}

it('gives a burst, then one for each refill, and says how long to wait', () => {
  const { take, set } = open()
  for (let count = 0; count < burst; count++) expect(take(1)).toBe(0)
  expect(take(1)).toBe(refillEvery)
  set(start + refillEvery - 1)
  expect(take(1)).toBe(1)
  set(start + refillEvery)
  expect([take(1), take(1)]).toEqual([0, refillEvery])
})

it('gives several at once or none of them, and says when they are there', () => {
  const { take, set } = open()
  expect(take(1, burst - 1)).toBe(0)
  expect(take(1, 3)).toBe(2 * refillEvery)
  expect(take(1)).toBe(0)
  set(start + burst * refillEvery)
  expect([take(1, burst), take(1, 0), take(1)]).toEqual([0, 0, refillEvery])
})

it('keeps keys apart, and forgets only what is full again', () => {
  const { take, sweep, set } = open()
  for (let count = 0; count < burst; count++) take(1)
  expect(take(2)).toBe(0)
  set(start + refillEvery)
  sweep()
  expect([take(1), take(1)]).toEqual([0, refillEvery])
  set(start + 10 * burst * refillEvery)
  sweep()
  for (let count = 0; count < burst; count++) expect(take(1)).toBe(0)
})

it('locks nobody out for longer than a refill when the clock is set back', () => {
  const { take, set } = open()
  for (let count = 0; count < burst; count++) take(1)
  set(start - 24 * 3_600_000)
  expect(take(1)).toBeLessThanOrEqual(refillEvery)
})

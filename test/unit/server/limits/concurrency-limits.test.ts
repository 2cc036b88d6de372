import { expect, it } from 'vitest'
import { ConcurrencyLimits } from '#server/limits/concurrency-limits.ts'

const limits = { perAddress: 5, perAccount: 3 }

it('an address has a limited number of things under way, and may start more once some have ended', () => {
  const running = new ConcurrencyLimits(limits)
  const ends = Array.from({ length: limits.perAddress }, () => running.enter('203.0.113.7'))
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
  const running = new ConcurrencyLimits(limits)
  const enter = (index: number) => running.enter(`203.0.113.${index}`, [7])
  const ends = Array.from({ length: limits.perAccount }, (_, index) => enter(index))
  expect(ends).not.toContain(undefined)
  expect(enter(limits.perAccount)).toBeUndefined()
  expect(running.enter('203.0.113.1', [8])).toBeDefined()
})

it('work without an address counts for its account alone', () => {
  const running = new ConcurrencyLimits(limits)
  const ends = Array.from({ length: 50 }, (_, index) => running.enter(undefined, [index]))
  expect(ends).not.toContain(undefined)
})

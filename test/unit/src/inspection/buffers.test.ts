import { describe, expect, it } from 'vitest'
import { createRing, type Numbered } from '#src/inspection/actor-record.ts'
import { createRateCounter, rateSeconds } from '#src/inspection/port-record.ts'

interface Entry extends Numbered {
  readonly value: number
}
const ringOf = (capacity: number, count: number) => {
  const ring = createRing<Entry>(capacity)
  for (let value = 1; value <= count; value++) ring.add((sequence) => ({ value, sequence }))
  return ring
}
const valuesAfter = (ring: ReturnType<typeof ringOf>, sequence: number) =>
  ring.after(sequence).map(({ value }) => value)

describe('a ring', () => {
  it('numbers entries and returns those after a number', () => {
    const ring = ringOf(10, 3)
    expect(ring.after(1)).toEqual([
      { value: 2, sequence: 2 },
      { value: 3, sequence: 3 },
    ])
    expect([valuesAfter(ring, 0), valuesAfter(ring, 3), valuesAfter(ring, 9)]).toEqual([[1, 2, 3], [], []])
  })

  it.each([4, 5, 6, 7, 8, 100])('returns the last four of %i and never more', (count) => {
    expect(valuesAfter(ringOf(4, count), 0)).toEqual([count - 3, count - 2, count - 1, count])
  })
})

describe('a rate', () => {
  it('counts by the second and forgets entries older than a minute', () => {
    let now = 0
    const rate = createRateCounter('frames-in', () => now)
    rate.add()
    rate.add(2)
    now = 1000
    rate.add()
    expect(rate.read().perSecond.slice(-3)).toEqual([0, 3, 1])
    now = 3500
    expect(rate.read().perSecond.slice(-4)).toEqual([3, 1, 0, 0])
    now = (rateSeconds + 1) * 1000
    expect(rate.read()).toEqual({ name: 'frames-in', total: 4, perSecond: new Array(rateSeconds).fill(0) })
  })

  it('starts over after a long sleep', () => {
    let now = 5000
    const rate = createRateCounter('calls', () => now)
    rate.add(9)
    now = 3_600_000
    rate.add()
    expect(rate.read().perSecond.reduce((sum, count) => sum + count)).toBe(1)
  })
})

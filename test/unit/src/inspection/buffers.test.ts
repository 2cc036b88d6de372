import { describe, expect, it } from 'vitest'
import { conversationId } from '#schemas/ids.ts'
import { createRing, type Numbered } from '#src/inspection/actor-record.ts'
import { createPortRecord, createRateCounter, rateSeconds } from '#src/inspection/port-record.ts'
import { SimulatedClock } from '../../machines/simulated-clock.ts'

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

describe('the rates of streams', () => {
  it('are those of the last 24 of a batch, counted on from batch to batch', () => {
    const record = createPortRecord(new SimulatedClock())
    const eventOf = (number: number) => ({ stream: conversationId('direct', number) })
    const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
    const totals = () =>
      record
        .rates()
        .filter(({ name }) => name.startsWith('s:'))
        .map(({ name, total }) => `${name} ${total}`)
    record.countEvents(numbers(1, 30).map(eventOf))
    expect(totals()).toEqual(numbers(7, 30).map((number) => `s:${number} 1`))
    record.countEvents([eventOf(8), eventOf(31), eventOf(8)])
    expect(totals()).toEqual([...numbers(9, 30).map((number) => `s:${number} 1`), 's:8 3', 's:31 1'])
    expect(record.rates().find(({ name }) => name === 'events')?.total).toBe(33)
  })
})

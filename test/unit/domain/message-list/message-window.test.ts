import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  fitWindow,
  includeSelection,
  isNearWindowEdge,
  keepWindow,
  relocateRange,
  windowAround,
  windowAtTail,
} from '#domain/message-list/message-window.ts'

const keys = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `k${from + index}`)
const lookup = (all: readonly string[]) => (key: string) => {
  const index = all.indexOf(key)
  return index === -1 ? undefined : index
}

describe('a window', () => {
  it('opens at the newest messages, or around one', () => {
    expect(windowAtTail(1000)).toEqual({ start: 950, end: 1000 })
    expect(windowAtTail(7)).toEqual({ start: 0, end: 7 })
    expect(windowAround(500, 1000)).toEqual({ start: 475, end: 550 })
    expect(windowAround(3, 8)).toEqual({ start: 0, end: 8 })
  })

  it('shows the same messages after older ones were put before them', () => {
    const all = [...keys(100, 150), ...keys(0, 60)]
    expect(keepWindow(keys(0, 60), lookup(all), all.length, 'tail')).toEqual({ start: 50, end: 110 })
  })
  it('includes new messages only when it reached the newest', () => {
    const all = keys(0, 65)
    const following = (how: 'tail' | 'newest' | 'none') => keepWindow(keys(0, 60), lookup(all), 65, how)
    expect(following('tail')).toEqual({ start: 0, end: 65 })
    expect(following('newest')).toEqual({ start: 0, end: 65 })
    expect(following('none')).toEqual({ start: 0, end: 60 })
  })
  it('stays small when hundreds arrive at once: at the tail with the newest, elsewhere with the visible ones', () => {
    const all = keys(0, 900)
    const following = (how: 'tail' | 'newest') => keepWindow(keys(0, 60), lookup(all), 900, how)
    expect(following('tail')).toEqual({ start: 720, end: 900 })
    expect(following('newest')).toEqual({ start: 0, end: 180 })
  })
  it('stays in place when messages at its edges are deleted', () => {
    const all = keys(0, 100).filter((key) => key !== 'k20' && key !== 'k59')
    expect(keepWindow(keys(20, 60), lookup(all), all.length, 'none')).toEqual({ start: 20, end: 58 })
  })
  it('opens again at the tail when none of its messages is left', () => {
    expect(keepWindow(keys(0, 60), lookup(keys(100, 300)), 200, 'none')).toEqual({ start: 150, end: 200 })
  })

  it.each([
    ['where it stood', keys(0, 100), 20],
    ['further down', [...keys(100, 150), ...keys(0, 100)], 70],
    ['nowhere when one of its messages is gone', keys(0, 100).filter((key) => key !== 'k30'), undefined],
    ['nowhere when it is beyond the end', keys(0, 25), undefined],
  ])('is found %s', (_, all, start) => {
    expect(relocateRange(keys(20, 40), (index) => all[index], [20, 70])).toBe(start)
  })

  it('stays the same object while there is room on both sides', () => {
    const current = { start: 100, end: 200 }
    expect(fitWindow(current, { first: 140, last: 155 }, 1000)).toBe(current)
  })
  it.each([
    ['grows by what is selected before it', { first: 40, last: 90 }, { start: 40, end: 280 }],
    ['grows by what is selected behind it', { first: 90, last: 400 }, { start: 90, end: 401 }],
    ['is the same around what is selected', { first: 120, last: 130 }, { start: 100, end: 280 }],
    ['is the same without a selection', undefined, { start: 100, end: 280 }],
    ['drops a selection that is too far away', { first: 900, last: 901 }, { start: 100, end: 280 }],
  ])('%s', (_, held, expected) => {
    expect(includeSelection({ start: 100, end: 280 }, held)).toEqual(expected)
  })
  it('has equal margins around the visible messages', () => {
    const seen = { first: 110, last: 129 }
    expect(fitWindow({ start: 100, end: 200 }, seen, 1000)).toEqual({ start: 30, end: 210 })
    expect(fitWindow({ start: 20, end: 140 }, seen, 1000)).toEqual({ start: 30, end: 210 })
  })
  it('extends one side if the other needs less', () => {
    const atTail = { first: 985, last: 999 }
    expect(fitWindow({ start: 960, end: 1000 }, atTail, 1000)).toEqual({ start: 820, end: 1000 })
    const atHead = { first: 0, last: 14 }
    expect(fitWindow({ start: 0, end: 40 }, atHead, 1000)).toEqual({ start: 0, end: 180 })
    expect(fitWindow({ start: 60, end: 100 }, { first: 85, last: 99 }, 100)).toEqual({ start: 0, end: 100 })
  })
  it('extends a small start immediately when the reader comes near its top', () => {
    const beginning = windowAtTail(1000)
    expect(fitWindow(beginning, { first: 980, last: 999 }, 1000)).toBe(beginning)
    expect(fitWindow(beginning, { first: 979, last: 999 }, 1000)).toEqual({ start: 820, end: 1000 })
    expect(fitWindow({ start: 10, end: 50 }, { first: 39, last: 49 }, 50)).toEqual({ start: 0, end: 50 })
  })
  it('is urgent only when the reader is about to see its edge', () => {
    const current = { start: 100, end: 200 }
    expect(isNearWindowEdge(current, { first: 110, last: 125 }, 1000)).toBe(false)
    expect(isNearWindowEdge(current, { first: 109, last: 125 }, 1000)).toBe(true)
    expect(isNearWindowEdge(current, { first: 160, last: 190 }, 1000)).toBe(true)
    expect(isNearWindowEdge({ start: 0, end: 200 }, { first: 0, last: 199 }, 200)).toBe(false)
  })

  it('always includes the visible messages, stays within the list and below 200 messages', () => {
    const walk = fc.record({
      total: fc.integer({ min: 1, max: 3000 }),
      height: fc.integer({ min: 1, max: 60 }),
      steps: fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 60 }),
    })
    fc.assert(
      fc.property(walk, ({ total, height, steps }) => {
        let current = windowAtTail(total)
        let first = Math.max(0, total - height)
        for (const step of steps) {
          const lowest = Math.max(current.start, current.end - height)
          first = Math.min(Math.max(first + step, current.start), lowest)
          const seen = { first, last: Math.min(first + height, current.end) - 1 }
          current = fitWindow(current, seen, total)
          expect(current.start).toBeGreaterThanOrEqual(0)
          expect(current.end).toBeLessThanOrEqual(total)
          expect(current.start).toBeLessThanOrEqual(seen.first)
          expect(current.end).toBeGreaterThan(seen.last)
          expect(current.end - current.start).toBeLessThanOrEqual(200)
        }
      }),
      { seed: 1, numRuns: 1000 },
    )
  })
})

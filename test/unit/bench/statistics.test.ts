import { describe, expect, it } from 'vitest'
import { median, peakRate, percentile, rise } from '#test/bench/metrics/statistics.ts'

describe('statistics of the bench', () => {
  it.each([
    [[3], 3],
    [[4, 1, 3], 3],
    [[4, 1, 3, 2], 2.5],
  ])('finds the median of %j', (samples, expected) => {
    expect(median(samples)).toBe(expected)
  })

  it.each([
    [0.95, 95],
    [0.05, 5],
    [0.5, 50],
    [1, 100],
    [0, 1],
  ])('takes the nearest rank at %d', (part, expected) => {
    const samples = Array.from({ length: 100 }, (_, index) => 100 - index)
    expect(percentile(samples, part)).toBe(expected)
  })

  it('refuses to say anything of no sample', () => {
    expect(() => median([])).toThrow('no sample')
    expect(() => percentile([], 0.95)).toThrow('no sample')
  })

  it('tells by how much a line rises, in percent of where it starts', () => {
    expect(rise([10, 11, 12])).toBeCloseTo(20)
    expect(rise([12, 11, 10])).toBeCloseTo(-16.67)
    expect(rise([7, 7, 7, 7])).toBe(0)
    expect(rise([7])).toBe(0)
  })

  it('finds the busiest stretch of times', () => {
    expect(peakRate([0, 400, 450, 499, 900, 1800], 100)).toBe(30)
    expect(peakRate([0, 100, 200], 100)).toBe(10)
    expect(peakRate([], 100)).toBe(0)
  })
})

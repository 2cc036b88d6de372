import { describe, expect, it } from 'vitest'
import { playingTime } from '#domain/formats/duration.ts'

describe('playing time', () => {
  it.each([
    [0, '0:00'],
    [7.9, '0:07'],
    [60, '1:00'],
    [599, '9:59'],
    [3725, '1:02:05'],
    [-1, '0:00'],
    [Number.NaN, '0:00'],
    [Number.POSITIVE_INFINITY, '0:00'],
  ])('writes %d s as %s', (seconds, written) => {
    expect(playingTime(seconds)).toBe(written)
  })
})

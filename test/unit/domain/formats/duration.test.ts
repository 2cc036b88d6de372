import { describe, expect, it } from 'vitest'
import { timerPresets } from '#domain/disappearing/timer-presets.ts'
import { exactDuration, remainingDuration, shortDuration } from '#domain/formats/duration.ts'

const short = ({ unit, count }: ReturnType<typeof exactDuration>) => `${count} ${unit}`

describe('a duration', () => {
  it('uses the largest unit that states it exactly', () => {
    expect(timerPresets.map((seconds) => short(exactDuration(seconds)))).toEqual([
      '30 seconds',
      '1 minutes',
      '90 seconds',
      '2 minutes',
      '5 minutes',
      '10 minutes',
      '30 minutes',
      '1 hours',
      '3 hours',
      '6 hours',
      '12 hours',
      '1 days',
      '3 days',
      '7 days',
    ])
  })
})

describe('a short duration', () => {
  it.each([
    [0, '0 seconds'],
    [12.4, '12 seconds'],
    [61, '61 seconds'],
    [120, '120 seconds'],
    [121, '2 minutes'],
    [150, '3 minutes'],
    [3599, '60 minutes'],
    [3600, '1 hours'],
    [40_000, '11 hours'],
    [86_400, '1 days'],
    [200_000, '2 days'],
  ])('of %f s is %s [MSG-31]', (seconds, said) => {
    expect(short(shortDuration(seconds))).toBe(said)
  })
})

describe('the rest of a countdown', () => {
  it.each([
    [-1, '1 seconds'],
    [1, '1 seconds'],
    [29_001, '30 seconds'],
    [60_000, '60 seconds'],
    [60_001, '2 minutes'],
    [3_600_000, '60 minutes'],
    [3_600_001, '2 hours'],
    [86_400_001, '2 days'],
  ])('%d ms is %s, never less than there is', (left, said) => {
    expect(short(remainingDuration(left))).toBe(said)
  })
})

import { describe, expect, it } from 'vitest'
import { initialTimerSeconds, nearestTimerPreset, timerPresets } from '#domain/disappearing/timer-presets.ts'

describe('timer presets', () => {
  it('are fourteen fixed values [BURN-05]', () => {
    expect(timerPresets).toEqual([
      30, 60, 90, 120, 300, 600, 1800, 3600, 10800, 21600, 43200, 86400, 259200, 604800,
    ])
  })

  it.each<[number, number]>([
    ...timerPresets.map((seconds): [number, number] => [seconds, seconds]),
    [0, 0],
    [-5, 0],
    [Number.NaN, 0],
    [1, 30],
    [44, 30],
    [45, 30],
    [46, 60],
    [100, 90],
    [105, 90],
    [106, 120],
    [209, 120],
    [210, 120],
    [211, 300],
    [500_000, 604_800],
    [9_000_000, 604_800],
    [Number.POSITIVE_INFINITY, 604_800],
  ])(
    'snaps %d s to %d s, the shorter one of two equally near (DEC-26) [BURN-03 BURN-04]',
    (seconds, snapped) => {
      expect(nearestTimerPreset(seconds)).toBe(snapped)
    },
  )

  it.each([
    [undefined, 86_400],
    [0, 86_400],
    [300, 300],
    [310, 300],
  ])(
    'switch on with the last duration of the conversation, %s, else with a day [BURN-02]',
    (last, chosen) => {
      expect(initialTimerSeconds(last)).toBe(chosen)
    },
  )
})

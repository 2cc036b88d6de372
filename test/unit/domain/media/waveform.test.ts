import { describe, expect, it } from 'vitest'
import { longestRecording } from '#domain/limits/configured-limits.ts'
import { levelBars } from '#domain/media/waveform.ts'

describe('a recording', () => {
  it.each([
    [undefined, 60_000],
    [0, 60_000],
    [-5, 60_000],
    [90, 90_000],
    [1, 2000],
  ])('may last, with a server limit of %s s, %i ms [REC-06]', (seconds, longest) => {
    expect(longestRecording(seconds)).toBe(longest)
  })

  it.each([
    [[], [0, 0]],
    [[0.5], [0.5, 0.5]],
    [
      [0.1, 0.9, 0.2, 0.3],
      [0.9, 0.3],
    ],
    [
      [0.1, 0.9, 0.2],
      [0.1, 0.9],
    ],
  ])('of the levels %j is drawn in two bars as %j', (levels, bars) => {
    expect(levelBars(levels, 2)).toEqual(bars)
  })
})

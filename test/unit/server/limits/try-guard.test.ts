import { expect, it } from 'vitest'
import { tryFigures } from '#server/limits/figures.ts'
import { TryGuard } from '#server/limits/try-guard.ts'

const open = () => {
  let now = 1_000_000
  const guard = new TryGuard(() => now)
  return {
    guard,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    exhaust: () => {
      for (let count = 0; count < tryFigures.triesBeforePause; count++) expect(guard.begin('key')).toBe(0)
    },
  }
}

it('pauses after ten tries, twice as long each time, up to a day', () => {
  const { guard, pass, exhaust } = open()
  const pauses: number[] = []
  for (let round = 0; round < 10; round++) {
    exhaust()
    pauses.push(guard.begin('key'))
    pass(pauses.at(-1) ?? 0)
  }
  const minutes = pauses.map((pause) => pause / 60_000)
  expect(minutes).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440])
})

it('holds nothing against a key after a success', () => {
  const { guard, pass, exhaust } = open()
  exhaust()
  pass(tryFigures.pause)
  guard.succeed('key')
  exhaust()
  expect(guard.begin('key')).toBe(tryFigures.pause)
})

it('forgets a few mistakes after a pause’s time, and a pause after a day', () => {
  const { guard, pass, exhaust } = open()
  for (let count = 1; count < tryFigures.triesBeforePause; count++) guard.begin('key')
  pass(tryFigures.pause + 1)
  guard.sweep()
  exhaust()
  pass(tryFigures.pause + tryFigures.longestPause + 1)
  guard.sweep()
  exhaust()
  expect(guard.begin('key')).toBe(tryFigures.pause)
})

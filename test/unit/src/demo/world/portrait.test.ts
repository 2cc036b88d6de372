import { expect, it } from 'vitest'
import { drawPortrait, portraitAddress } from '#src/demo/pictures/portrait.ts'

const ids = Array.from({ length: 50 }, (_, index) => index + 1)

it('each person of the demo has a picture of their own, the same each time', () => {
  expect(new Set(ids.map((id) => drawPortrait(id))).size).toBe(ids.length)
  expect(new Set(ids.map(portraitAddress)).size).toBe(ids.length)
  expect(drawPortrait(7)).toBe(drawPortrait(7))
})

it('a portrait has no empty, missing or broken part', () => {
  for (const id of ids) {
    const picture = drawPortrait(id)
    expect(picture).toMatch(/^<svg .*<\/svg>$/)
    expect(picture).not.toMatch(/undefined|NaN/)
  }
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { avatarHue, nameHue, nameHues } from '#domain/formats/person-hues.ts'

const userId = fc.integer({ min: 1, max: 5000 })

describe('avatarHue', () => {
  it('returns the same hue for an id each time, 0 to 360', () => {
    const hues = Array.from({ length: 500 }, (_, id) => avatarHue(id))
    expect(hues.every((hue) => Number.isInteger(hue) && hue >= 0 && hue < 360)).toBe(true)
    expect(new Set(hues).size).toBeGreaterThan(150)
    expect(avatarHue(17)).toBe(avatarHue('17'))
  })
})

describe('nameHues', () => {
  it('gives each member of a group of up to 12 a hue of their own', () => {
    fc.assert(
      fc.property(fc.uniqueArray(userId, { minLength: 1, maxLength: 12 }), (ids) => {
        expect(new Set(nameHues(ids).values()).size).toBe(ids.length)
      }),
    )
  })

  it('depends on who the members are, not on their order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(userId, { maxLength: 40 }), (ids) => {
        expect([...nameHues(ids)].sort()).toEqual([...nameHues([...ids].reverse())].sort())
      }),
    )
  })

  it('gives the members of a larger group the hue that they have alone', () => {
    const ids = Array.from({ length: 13 }, (_, index) => index + 1)
    expect([...nameHues(ids)]).toEqual(ids.map((id) => [id, nameHue(id)]))
  })
})

import { describe, expect, it } from 'vitest'
import { avatarHue, avatarInitials } from '#src/ui/avatar.tsx'
import { classNames } from '#src/ui/class-names.ts'

describe('avatarInitials', () => {
  it.each([
    ['Amara Okafor', 'AO'],
    ['maximilian von hohenstein', 'MH'],
    ['王小明', '王'],
    ['yuki', 'Y'],
    ['Đặng Quốc Bảo', 'ĐB'],
    ['(Noah) Lindqvist', 'NL'],
    ['  spaced   out  ', 'SO'],
    ['🌿 leaf', 'L'],
    ['Family 🏡', 'F'],
    ['🏡', '🏡'],
    ['42nd Street', '4S'],
    ['…', '…'],
    ['', '?'],
    ['   ', '?'],
  ])('gives "%s" the letters %s', (name, letters) => expect(avatarInitials(name)).toBe(letters))
})

describe('avatarHue', () => {
  it('returns the same hue for an id each time, 0 to 360', () => {
    const hues = Array.from({ length: 500 }, (_, id) => avatarHue(id))
    expect(hues.every((hue) => Number.isInteger(hue) && hue >= 0 && hue < 360)).toBe(true)
    expect(avatarHue(17)).toBe(avatarHue('17'))
    expect(new Set(hues).size).toBeGreaterThan(150)
  })
})

it('classNames omits undefined and false names', () => {
  expect(classNames('a', undefined, false, 'b', '')).toBe('a b')
})

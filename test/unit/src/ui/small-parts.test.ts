import { describe, expect, it } from 'vitest'
import { avatarInitials } from '#src/ui/avatar.tsx'
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

it('classNames omits undefined and false names', () => {
  expect(classNames('a', undefined, false, 'b', '')).toBe('a b')
})

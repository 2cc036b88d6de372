import { expect, it } from 'vitest'
import { matchesName } from '#domain/names/match-name.ts'

it.each([
  ['Việt Anh', 'viet', true],
  ['Việt Anh', 'ANH', true],
  ['Đức', 'duc', true],
  ['Zoë', 'zoe', true],
  ['王小明', '小明', true],
  ['Zoë', ' zo ', true],
  ['Zoë', '', true],
  ['Zoë', 'x', false],
])('finds %j by %j: %s', (name, typed, isFound) => {
  expect(matchesName(name, typed)).toBe(isFound)
})

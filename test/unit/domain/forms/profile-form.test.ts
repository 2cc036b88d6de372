import { expect, it } from 'vitest'
import { checkNickname, checkSignature, isNicknameChanged } from '#domain/forms/profile-form.ts'

const tooShort = { key: 'errors.string.length', values: { count: 1 } }
const tooLong = { key: 'errors.string.max-length', values: { count: 15 } }

it.each([
  ['', tooShort],
  ['   ', tooShort],
  ['a', undefined],
  ['名'.repeat(15), undefined],
  ['名'.repeat(16), tooLong],
  [` ${'a'.repeat(15)} `, undefined],
] as const)('takes nicknames of 1 to 15 characters: %j [ME-10]', (nickname, error) => {
  expect(checkNickname(nickname)).toEqual(error)
})

it.each([
  ['', undefined],
  ['签'.repeat(50), undefined],
  [` ${'a'.repeat(50)} `, undefined],
  ['a'.repeat(51), { key: 'errors.string.max-length', values: { count: 50 } }],
] as const)('takes signatures of up to 50 characters: %j [ME-12]', (signature, error) => {
  expect(checkSignature(signature)).toEqual(error)
})

it.each([
  ['Linh', 'Linh', false],
  [' Linh ', 'Linh', false],
  ['linh', 'Linh', true],
] as const)('detects whether %j changes %j', (typed, current, isChanged) => {
  expect(isNicknameChanged(typed, current)).toBe(isChanged)
})

import { expect, it } from 'vitest'
import { checkCode, checkConfirmation, checkNewPassword, checkPassword } from '#domain/forms/credentials.ts'

const tooShort = (count: number) => ({ key: 'errors.string.length', values: { count } })

it.each([
  ['sign-up', '12345', tooShort(6)],
  ['sign-up', '123456', undefined],
  ['reset', '', tooShort(6)],
  ['reset', '1234567', undefined],
] as const)('requires a code of 6 characters for %s: %j [AUTH-25]', (purpose, code, error) => {
  expect(checkCode(code, purpose)).toEqual(error)
})

it.each([
  ['', tooShort(1)],
  ['1', undefined],
] as const)('takes any code at sign-in but an empty one: %j', (code, error) => {
  expect(checkCode(code, 'sign-in')).toEqual(error)
})

it.each([
  ['', tooShort(1)],
  [' ', undefined],
  ['p', undefined],
] as const)('requires one character of a password at sign-in: %j [AUTH-27]', (password, error) => {
  expect(checkPassword(password)).toEqual(error)
})

it.each([
  ['12345', tooShort(6)],
  ['123456', undefined],
] as const)('requires 6 characters of a new password: %j [AUTH-28]', (password, error) => {
  expect(checkNewPassword(password)).toEqual(error)
})

it.each([
  ['123456', '', tooShort(6)],
  ['123456', '12345', tooShort(6)],
  ['12345', '12345', tooShort(6)],
  ['123456', '123457', { key: 'errors.password-not-matched' }],
  ['123456', '123456 ', { key: 'errors.password-not-matched' }],
  ['123456', '123456', undefined],
] as const)('compares %j with its confirmation %j [AUTH-28 AUTH-29]', (password, confirmation, error) => {
  expect(checkConfirmation(password, confirmation)).toEqual(error)
})

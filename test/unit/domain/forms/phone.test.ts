import { describe, expect, it } from 'vitest'
import { checkPhone, checkPhoneForCode, phoneDigits } from '#domain/forms/phone.ts'

describe('phoneDigits', () => {
  it.each([
    ['138 0013-8000', '13800138000'],
    ['(030) 901820', '030901820'],
    ['１３８', '138'],
    ['12a3😀4', '1234'],
    ['no digits', ''],
    ['٣٤', ''],
    ['1'.repeat(30), '1'.repeat(20)],
  ])('keeps the digits of %j as %j [AUTH-22]', (typed, kept) => {
    expect(phoneDigits(typed)).toBe(kept)
  })
})

const tooShort = (count: number) => ({ key: 'errors.string.length', values: { count } })

describe('checkPhone', () => {
  it.each([
    ['sign-up', '1234567', tooShort(8)],
    ['sign-up', '', tooShort(8)],
    ['sign-up', '12345678', undefined],
    ['reset', '1234567', tooShort(8)],
    ['reset', '12345678', undefined],
  ] as const)('wants 8 digits for %s: %j [AUTH-23]', (purpose, phone, error) => {
    expect(checkPhone(phone, purpose)).toEqual(error)
  })

  it.each([
    ['', tooShort(1)],
    ['1', undefined],
  ] as const)('wants one digit to sign in: %j [AUTH-24]', (phone, error) => {
    expect(checkPhone(phone, 'sign-in')).toEqual(error)
  })
})

describe('checkPhoneForCode', () => {
  it.each([
    ['sign-in', '', { key: 'auth.phone-required' }],
    ['sign-in', '1', undefined],
    ['sign-up', '', tooShort(8)],
    ['reset', '123', tooShort(8)],
    ['reset', '12345678', undefined],
  ] as const)('asks for a phone before a code is sent: %s %j [AUTH-26]', (purpose, phone, error) => {
    expect(checkPhoneForCode(phone, purpose)).toEqual(error)
  })
})

import { describe, expect, it } from 'vitest'
import { checkPhone, checkPhoneForCode, phoneDigits, splitInternational } from '#domain/forms/phone.ts'

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
  ] as const)('requires 8 digits for %s: %j [AUTH-23]', (purpose, phone, error) => {
    expect(checkPhone(phone, purpose)).toEqual(error)
  })

  it.each([
    ['', tooShort(1)],
    ['1', undefined],
  ] as const)('requires one digit to sign in: %j [AUTH-24]', (phone, error) => {
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
  ] as const)('requires a phone number before a code is sent: %s %j [AUTH-26]', (purpose, phone, error) => {
    expect(checkPhoneForCode(phone, purpose)).toEqual(error)
  })
})

describe('splitInternational', () => {
  const countries = [
    { iso: 'US', telCode: '1' },
    { iso: 'CA', telCode: '1' },
    { iso: 'CN', telCode: '86' },
    { iso: 'TW', telCode: '886' },
    { iso: 'HK', telCode: '852' },
  ]

  it.each([
    ['+86 138 0013 8000', 'US', { iso: 'CN', phone: '13800138000' }],
    ['+886 912-345-678', 'CN', { iso: 'TW', phone: '912345678' }],
    [' ＋852 5123 4567', 'CN', { iso: 'HK', phone: '51234567' }],
    ['+1 (604) 555-0100', 'CN', { iso: 'US', phone: '6045550100' }],
    ['+1 604 555 0100', 'CA', { iso: 'CA', phone: '6045550100' }],
    ['+999 1', 'CN', undefined],
    ['+', 'CN', undefined],
    ['8613800138000', 'CN', undefined],
    ['', 'CN', undefined],
  ] as const)('reads %j while %s is chosen', (typed, currentIso, expected) => {
    expect(splitInternational(typed, countries, currentIso)).toEqual(expected)
  })
})

import { expect, it } from 'vitest'
import {
  acceptedPhone,
  checkPhoneFields,
  initialPhone,
  phoneNumber,
  phoneQuery,
} from '#src/features/authentication/phone-fields.tsx'

const countries = {
  choices: [
    { iso: 'CN', telCode: '86', name: 'China' },
    { iso: 'VN', telCode: '84', name: 'Vietnam' },
  ],
  status: 'ready',
  ask: () => undefined,
  reload: () => undefined,
} as const

it.each([
  [undefined, ''],
  ['138 0013-8000', '13800138000'],
  ['<b>1</b>', '1'],
])('starts with the digits of the phone query %j', (query, phone) => {
  expect(initialPhone(query)).toEqual({ country: 'CN', phone, code: '' })
})

it('starts with a known number, whose country belongs to a phone query with the same digits only', () => {
  const known = { country: 'VN', phone: '912345678' }
  expect(initialPhone(undefined, known)).toEqual({ ...known, code: '' })
  expect(initialPhone('912345678', known)).toEqual({ ...known, code: '' })
  expect(initialPhone('138', known)).toEqual({ country: 'CN', phone: '138', code: '' })
})

it('has the calling code of the chosen country', () => {
  expect(phoneNumber(countries, { country: 'VN', phone: '912345678' })).toEqual({
    telCode: '84',
    phone: '912345678',
  })
})

it('rejects a country that is not listed, and a phone too short for its purpose', () => {
  expect(checkPhoneFields(countries, { country: 'XX', phone: '1' }, 'sign-in')).toEqual({
    country: { key: 'auth.country-code.required' },
    phone: undefined,
  })
  expect(checkPhoneFields(countries, { country: 'CN', phone: '1' }, 'sign-up')).toEqual({
    country: undefined,
    phone: { key: 'errors.string.length', values: { count: 8 } },
  })
})

it('takes a pasted code without its spaces', () => {
  expect(acceptedPhone.code(' 123 456\n')).toBe('123456')
})

it('carries a typed phone to the other page, an empty one not', () => {
  expect(phoneQuery('138')).toEqual({ phone: '138' })
  expect(phoneQuery('')).toEqual({})
})

import type { FieldError } from '#domain/forms/field-rule.ts'
import { checkPhone, type PhonePurpose, phoneDigits } from '#domain/forms/phone.ts'
import type { PhoneNumber } from '#streams/api/account.ts'
import type { Countries } from './use-countries.ts'
import { defaultCountry } from './use-countries.ts'

export type PhoneField = 'country' | 'phone' | 'code'
type PhoneTexts = Readonly<Record<'country' | 'phone', string>>

/** Values that a form with a phone number starts with; `phone` may come from a link [AUTH-04 AUTH-08]. */
export const initialPhone = (phone: string | undefined) => ({
  country: defaultCountry,
  phone: phoneDigits(phone ?? ''),
  code: '',
})

/** What typing leaves of a phone number [AUTH-22] and of a pasted code. */
export const acceptedPhone = {
  phone: phoneDigits,
  code: (typed: string) => typed.replace(/\s/g, ''),
} as const

/** Fields of the wire that a phone form shows rejections beside. */
export const phoneWireFields: Readonly<Record<string, PhoneField>> = {
  Phone: 'phone',
  TelCode: 'country',
  Code: 'code',
}

const telCodeOf = (countries: Countries, iso: string): string | undefined =>
  countries.choices.find((choice) => choice.iso === iso)?.telCode

/**
 * The number as calls take it; the calling code is empty when no listed country is chosen, which `checkCountry`
 * rejects.
 */
export const phoneNumber = (countries: Countries, values: PhoneTexts): PhoneNumber => ({
  telCode: telCodeOf(countries, values.country) ?? '',
  phone: values.phone,
})

/** Rejects a country that is not in the list. */
const checkCountry = (countries: Countries, iso: string): FieldError | undefined =>
  telCodeOf(countries, iso) === undefined ? { key: 'auth.country-code.required' } : undefined

/** Faults of country and phone number. */
export const checkPhoneFields = (countries: Countries, values: PhoneTexts, purpose: PhonePurpose) => ({
  country: checkCountry(countries, values.country),
  phone: checkPhone(values.phone, purpose),
})

/** The phone number as the query of the other auth page, so that nobody types it twice [ROUTE-03 ROUTE-04]. */
export const phoneQuery = (phone: string) => (phone === '' ? {} : { phone })

import { type FieldError, requireLength } from './field-error.ts'

/** Preselected country calling code [AUTH-04]. */
export const defaultTelCode = '86'

/** The longest phone number that the wire takes, in digits. */
export const maxPhoneDigits = 20

const minDigits = { 'sign-in': 1, 'sign-up': 8, reset: 8 } as const
export type PhonePurpose = keyof typeof minDigits

/** What remains of typed or pasted text in a phone field: its digits, full-width ones as plain ones [AUTH-22]. */
export const phoneDigits = (typed: string): string =>
  typed.normalize('NFKC').replace(/\D/g, '').slice(0, maxPhoneDigits)

/** Refuses a phone number that is too short for its purpose [AUTH-23 AUTH-24]. */
export const checkPhone = (phone: string, purpose: PhonePurpose): FieldError | undefined =>
  requireLength(phone, minDigits[purpose])

/** Refuses to ask for a code without a usable phone; sign-in has its own words for an empty one [AUTH-26]. */
export const checkPhoneForCode = (phone: string, purpose: PhonePurpose): FieldError | undefined =>
  purpose === 'sign-in' && phone === '' ? { key: 'auth.phone-required' } : checkPhone(phone, purpose)

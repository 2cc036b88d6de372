import { type FieldError, requireLength } from './field-rule.ts'

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

/** Whether a number begins with its country's calling code, which a plus says. */
export const isInternational = (typed: string): boolean => typed.normalize('NFKC').trim().startsWith('+')

interface CallingCode {
  readonly iso: string
  readonly telCode: string
}

/**
 * Splits a pasted or autofilled number that starts with a plus into its country and the rest; undefined without a plus
 * or a country that fits. Of countries that share a code the one chosen now stays.
 */
export const splitInternational = (
  typed: string,
  countries: readonly CallingCode[],
  currentIso: string,
): { readonly iso: string; readonly phone: string } | undefined => {
  if (!isInternational(typed)) return undefined
  const digits = typed.normalize('NFKC').replace(/\D/g, '')
  const fitting = countries.filter(({ telCode }) => telCode !== '' && digits.startsWith(telCode))
  const longest = Math.max(...fitting.map(({ telCode }) => telCode.length))
  const best = fitting.filter(({ telCode }) => telCode.length === longest)
  const country = best.find(({ iso }) => iso === currentIso) ?? best[0]
  return country && { iso: country.iso, phone: phoneDigits(digits.slice(longest)) }
}

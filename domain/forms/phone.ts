import { type FieldError, requireLength } from './field-rule.ts'

/** Preselected country calling code [AUTH-04]. */
export const defaultTelCode = '86'

/** The maximum length of a phone number on the wire, digits. */
export const maxPhoneDigits = 20

const minDigits = { 'sign-in': 1, 'sign-up': 8, reset: 8 } as const
export type PhonePurpose = keyof typeof minDigits

/** Returns the digits of typed or pasted text; full-width digits become plain ones [AUTH-22]. */
export const phoneDigits = (typed: string): string =>
  typed.normalize('NFKC').replace(/\D/g, '').slice(0, maxPhoneDigits)

/** Rejects a phone number that is too short for its purpose [AUTH-23 AUTH-24]. */
export const checkPhone = (phone: string, purpose: PhonePurpose): FieldError | undefined =>
  requireLength(phone, minDigits[purpose])

/** Rejects a code request without a usable phone number. Sign-in has its own text for an empty one [AUTH-26]. */
export const checkPhoneForCode = (phone: string, purpose: PhonePurpose): FieldError | undefined =>
  purpose === 'sign-in' && phone === '' ? { key: 'auth.phone-required' } : checkPhone(phone, purpose)

/** Whether a number starts with its country's calling code after a plus. */
export const isInternational = (typed: string): boolean => typed.normalize('NFKC').trim().startsWith('+')

interface CallingCode {
  readonly iso: string
  readonly telCode: string
}

/**
 * Splits a pasted or autofilled number that starts with a plus into its country and the rest. Undefined without a plus
 * or a matching country. Of countries that share a code, the selected one stays.
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

/** A country of the server's country list. */
interface ListedCountry {
  readonly iso: string
  /** The digits after the plus. */
  readonly telCode: string
}

/** A country in the picker. */
export interface CountryChoice extends ListedCountry {
  /** The name in the person's language; the ISO code if the platform knows none. */
  readonly name: string
}

const nameIn = (names: Intl.DisplayNames, iso: string): string => {
  try {
    return names.of(iso) ?? iso
  } catch {
    // The code is not a region code: it is shown unchanged.
    return iso
  }
}

/** Returns the countries with their names in `locale` (a BCP 47 tag), in that language's order [AUTH-03]. */
export const countryChoices = (
  countries: readonly ListedCountry[],
  locale: string,
): readonly CountryChoice[] => {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const collator = new Intl.Collator(locale)
  return countries
    .map(({ iso, telCode }) => ({ iso, telCode, name: nameIn(names, iso) }))
    .sort((left, right) => collator.compare(left.name, right.name))
}

import { useLingui } from '@lingui/react'
import { useMemo, useState } from 'react'
import type { Client } from '#client/client.ts'
import type { FieldError } from '#domain/forms/field-rule.ts'
import {
  type CountryChoice,
  checkPhone,
  countryChoices,
  defaultTelCode,
  type PhonePurpose,
  phoneDigits,
} from '#domain/forms/phone.ts'
import { useClient } from '#src/app/client-context.tsx'
import { notRequested, useReadable } from '#src/ui/use-readable.ts'
import type { PhoneNumber } from '#streams/api/account.ts'

export type PhoneField = 'country' | 'phone' | 'code'
type PhoneTexts = Readonly<Record<'country' | 'phone', string>>

/**
 * Initial values of a form with a phone number; `phone` may come from a link, or the whole number from the last
 * sign-in [AUTH-04 AUTH-08].
 */
export const initialPhone = (
  phone: string | undefined,
  last?: { readonly country: string; readonly phone: string },
) => ({
  country: phone === undefined ? (last?.country ?? defaultCountry) : defaultCountry,
  phone: phoneDigits(phone ?? last?.phone ?? ''),
  code: '',
})

/** Filters the input of a phone number [AUTH-22] and a code. */
export const acceptedPhone = {
  phone: phoneDigits,
  code: (typed: string) => typed.replace(/\s/g, ''),
} as const

const telCodeOf = (countries: Countries, iso: string): string | undefined =>
  countries.choices.find((choice) => choice.iso === iso)?.telCode

/**
 * Returns the phone number for calls. The calling code is empty if no listed country is selected, which
 * `checkCountry` rejects.
 */
export const phoneNumber = (countries: Countries, values: PhoneTexts): PhoneNumber => ({
  telCode: telCodeOf(countries, values.country) ?? '',
  phone: values.phone,
})

/** Rejects a country that is not in the list. */
const checkCountry = (countries: Countries, iso: string): FieldError | undefined =>
  telCodeOf(countries, iso) === undefined ? { key: 'auth.country-code.required' } : undefined

/** Returns the errors of country and phone number. */
export const checkPhoneFields = (countries: Countries, values: PhoneTexts, purpose: PhonePurpose) => ({
  country: checkCountry(countries, values.country),
  phone: checkPhone(values.phone, purpose),
})

/**
 * Returns the query that passes the phone number to the other auth page, so that nobody types it twice [ROUTE-03
 * ROUTE-04].
 */
export const phoneQuery = (phone: string) => (phone === '' ? {} : { phone })

type CountriesView = ReturnType<Client['lookups']['countries']['get']>

/** Used until the list is loaded, so that the form works immediately [AUTH-04]. */
const fallback = [{ iso: 'CN', telCode: defaultTelCode }] as const

export interface Countries {
  readonly choices: readonly CountryChoice[]
  readonly status: CountriesView['status']
  /** Requests the list, when the user opens it. Until then the preselected country is enough. */
  ask(): void
  reload(): void
}

/**
 * Returns the countries with names in the current language [AUTH-03].
 * @param isNeeded true if another country than the preselected one is to be shown
 */
export const useCountries = (isNeeded = false): Countries => {
  const { countries } = useClient().lookups
  const { i18n } = useLingui()
  const [isRequested, setIsRequested] = useState(() => countries.get().status === 'ready' || isNeeded)
  const view = useReadable(isRequested ? countries : notRequested)
  const listed = view.status === 'ready' && view.value.length > 0 ? view.value : fallback
  const choices = useMemo(() => countryChoices(listed, i18n.locale), [listed, i18n.locale])
  return { choices, status: view.status, ask: () => setIsRequested(true), reload: () => countries.reload() }
}

/** The preselected country: the first one with the default calling code. */
export const defaultCountry = 'CN'

import { useMemo } from 'react'
import { useLocale } from 'react-aria-components'
import { defaultTelCode } from '#domain/forms/phone.ts'
import { type CountryChoice, countryChoices } from '#domain/names/countries.ts'
import type { LookupView } from '#machines/client/client.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useReadable } from '#src/app/use-readable.ts'

/** Stands in until the list is there, so that the form can be used at once [AUTH-04]. */
const fallback = [{ iso: 'CN', telCode: defaultTelCode }] as const

export interface Countries {
  readonly choices: readonly CountryChoice[]
  readonly status: LookupView<unknown>['status']
  reload(): void
}

/** The countries to choose from, named in the person's language [AUTH-03]. */
export const useCountries = (): Countries => {
  const { lookups } = useClient()
  const { locale } = useLocale()
  const view = useReadable(lookups.countries)
  const listed = view.status === 'ready' && view.value.length > 0 ? view.value : fallback
  const choices = useMemo(() => countryChoices(listed, locale), [listed, locale])
  return { choices, status: view.status, reload: () => lookups.countries.reload() }
}

/** The country preselected in a form: the first that has the default calling code. */
export const defaultCountry = 'CN'

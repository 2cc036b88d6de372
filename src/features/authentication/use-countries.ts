import { useLingui } from '@lingui/react'
import { useMemo, useState } from 'react'
import type { Client } from '#client/client.ts'
import { type CountryChoice, countryChoices, defaultTelCode } from '#domain/forms/phone.ts'
import { useClient } from '#src/app/client-context.tsx'
import { notRequested, useReadable } from '#src/ui/use-readable.ts'

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

/** Returns the countries with names in the current language [AUTH-03]. */
export const useCountries = (): Countries => {
  const { countries } = useClient().lookups
  const { i18n } = useLingui()
  const [isRequested, setIsRequested] = useState(() => countries.get().status === 'ready')
  const view = useReadable(isRequested ? countries : notRequested)
  const listed = view.status === 'ready' && view.value.length > 0 ? view.value : fallback
  const choices = useMemo(() => countryChoices(listed, i18n.locale), [listed, i18n.locale])
  return { choices, status: view.status, ask: () => setIsRequested(true), reload: () => countries.reload() }
}

/** The preselected country: the first one with the default calling code. */
export const defaultCountry = 'CN'

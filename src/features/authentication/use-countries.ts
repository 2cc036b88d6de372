import { useLingui } from '@lingui/react'
import { useMemo, useState } from 'react'
import type { Client } from '#client/client.ts'
import { type CountryChoice, countryChoices } from '#domain/forms/countries.ts'
import { defaultTelCode } from '#domain/forms/phone.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import type { Readable } from '#streams/readable.ts'

type CountriesView = ReturnType<Client['lookups']['countries']['get']>

/** Stands in until the list is there, so that the form can be used at once [AUTH-04]. */
const fallback = [{ iso: 'CN', telCode: defaultTelCode }] as const

const loading: CountriesView = { status: 'loading' }
/** What is shown before anybody asks. */
const unasked: Readable<CountriesView> = { get: () => loading, subscribe: () => () => undefined }

export interface Countries {
  readonly choices: readonly CountryChoice[]
  readonly status: CountriesView['status']
  /** Somebody turns to the list: until then the preselected country is enough, and nothing is fetched. */
  ask(): void
  reload(): void
}

/** The countries to choose from, named in the person's language [AUTH-03]. */
export const useCountries = (): Countries => {
  const { countries } = useClient().lookups
  const { i18n } = useLingui()
  const [isAsked, setIsAsked] = useState(() => countries.get().status === 'ready')
  const view = useReadable(isAsked ? countries : unasked)
  const listed = view.status === 'ready' && view.value.length > 0 ? view.value : fallback
  const choices = useMemo(() => countryChoices(listed, i18n.locale), [listed, i18n.locale])
  return { choices, status: view.status, ask: () => setIsAsked(true), reload: () => countries.reload() }
}

/** The country preselected in a form: the first that has the default calling code. */
export const defaultCountry = 'CN'

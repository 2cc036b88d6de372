import { useLingui } from '@lingui/react'
import { useCallback } from 'react'

export type TextValues = Readonly<Record<string, string | number>>
/** Looks up a catalog id and fills its values in. */
export type Translate = (id: string, values?: TextValues) => string

/** The words of the chosen language; the function changes with the language, so that memoised views follow it [I18N-01]. */
export const useText = (): Translate => {
  const { _ } = useLingui()
  return useCallback<Translate>((id, values) => _(id, values), [_])
}

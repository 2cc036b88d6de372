import { useLingui } from '@lingui/react'
import { useCallback } from 'react'

export type TextValues = Readonly<Record<string, string | number>>
/** Looks up a catalog id and inserts its values. */
export type Translate = (id: string, values?: TextValues) => string

/** Returns the translate function. It changes with the language, so that memoized components update [I18N-01]. */
export const useText = (): Translate => {
  const { _ } = useLingui()
  return useCallback<Translate>((id, values) => _(id, values), [_])
}

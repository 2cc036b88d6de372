import { useLingui } from '@lingui/react'
import { useEffect } from 'react'
import { usePreferences } from './app-context.ts'
import { useClient } from './client-context.tsx'
import { defaultLocale, findLocale, type Locale } from './locales.ts'
import type { Translation } from './translation.ts'

/** Follows the chosen language: loads it, tells the client and marks the document; returns the one spoken now [I18N-04]. */
export const useLanguage = (translation: Translation): Locale => {
  const client = useClient()
  const [{ locale: chosen = defaultLocale }] = usePreferences()
  const { i18n } = useLingui()
  const spoken = findLocale(i18n.locale) ?? defaultLocale
  useEffect(() => {
    if (findLocale(translation.i18n.locale) !== chosen) void translation.speak(chosen)
    client.setLocale(chosen)
  }, [client, translation, chosen])
  useEffect(() => {
    document.documentElement.lang = spoken
  }, [spoken])
  return spoken
}

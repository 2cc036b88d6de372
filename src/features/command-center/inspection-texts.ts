import type { Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'

/** The inspector's words by file; they come with the inspector only, so that no product build carries them. */
const catalogs = import.meta.glob<Messages>('../../../locales/*/inspection.po', { import: 'messages' })

/** Adds the inspector's words to the spoken language; false until they are there. */
export const useInspectionTexts = (): boolean => {
  const { i18n } = useLingui()
  const { locale } = i18n
  const [spoken, setSpoken] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    const add = async () => {
      const messages = await catalogs[`../../../locales/${locale}/inspection.po`]?.()
      if (!isCurrent || !messages) return
      i18n.load(locale, messages)
      setSpoken(locale)
    }
    void add()
    return () => {
      isCurrent = false
    }
  }, [i18n, locale])
  return spoken === locale
}

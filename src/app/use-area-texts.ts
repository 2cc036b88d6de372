import type { Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { useEffect, useState } from 'react'

/** The catalogs of one area by path, where the language is a folder. */
export type AreaCatalogs = Readonly<Record<string, () => Promise<Messages>>>

/**
 * Loads the texts of an area that only one page uses. Returns false until they are loaded. Throws during rendering if
 * they cannot be loaded.
 */
export const useAreaTexts = (files: AreaCatalogs): boolean => {
  const { i18n } = useLingui()
  const { locale } = i18n
  const [spoken, setSpoken] = useState<string>()
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  useEffect(() => {
    let isCurrent = true
    const add = async () => {
      try {
        const messages = await fileFor(files, locale)?.()
        if (!isCurrent || !messages) return
        i18n.load(locale, messages)
        setSpoken(locale)
      } catch (cause) {
        if (isCurrent) setFailure({ cause })
      }
    }
    void add()
    return () => {
      isCurrent = false
    }
  }, [files, i18n, locale])
  if (failure !== undefined) throw failure.cause
  return spoken === locale
}

const fileFor = (files: AreaCatalogs, locale: string) =>
  Object.entries(files).find(([path]) => path.includes(`/${locale}/`))?.[1]

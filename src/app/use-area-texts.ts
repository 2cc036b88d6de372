import type { I18n, Messages } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { use, useEffect, useState } from 'react'
import { brandTexts } from '#schemas/env/environment.ts'
import { AppContext } from './app-context.ts'

/** The catalogs of one area by path, where the language is a folder. */
export type AreaCatalogs = Readonly<Record<string, () => Promise<Messages>>>

/** The files whose texts a translation has, so that a page that opens again shows them immediately. */
const loaded = new WeakMap<I18n, Set<string>>()

/**
 * Loads the texts of an area that only one page uses. Returns false until they are loaded. Throws during rendering if
 * they cannot be loaded.
 */
export const useAreaTexts = (files: AreaCatalogs): boolean => {
  const { isLoaded, failure } = useCatalog(files)
  if (failure !== undefined) throw failure.cause
  return isLoaded
}

/** Like `useAreaTexts`, for a part that its page can do without: stays false if the texts cannot be loaded. */
export const useOptionalTexts = (files: AreaCatalogs): boolean => useCatalog(files).isLoaded

const useCatalog = (files: AreaCatalogs) => {
  const { i18n } = useLingui()
  const { locale } = i18n
  const brand = use(AppContext)?.environment.brand
  const [, setLoaded] = useState<string>()
  const [failure, setFailure] = useState<{ readonly cause: unknown }>()
  const file = Object.keys(files).find((path) => path.includes(`/${locale}/`)) ?? ''
  useEffect(() => {
    let isCurrent = true
    const add = async () => {
      try {
        const messages = await files[file]?.()
        if (!isCurrent || !messages) return
        i18n.load(locale, brand === undefined ? messages : { ...messages, ...brandTexts(brand, locale) })
        loaded.set(i18n, (loaded.get(i18n) ?? new Set()).add(file))
        setLoaded(file)
      } catch (cause) {
        if (isCurrent) setFailure({ cause })
      }
    }
    if (!loaded.get(i18n)?.has(file)) void add()
    return () => {
      isCurrent = false
    }
  }, [brand, files, file, i18n, locale])
  return { isLoaded: loaded.get(i18n)?.has(file) === true, failure }
}

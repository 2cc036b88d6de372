import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { type Brand, brandTexts } from '#schemas/env/environment.ts'
import type { Locale } from './locales.ts'

/**
 * The texts of a language are split in three parts: `entry` for every start, `account` for the conversation list and for
 * notices, `pages` for the other signed-in pages. Texts of rarely used pages load with the page (use-area-texts.ts).
 */
const parts = ['entry', 'account', 'pages'] as const
export type TextPart = (typeof parts)[number]

/** The compiled areas of one part (scripts/build-plugins.ts). */
interface PartFile {
  readonly areas: readonly Messages[]
}

const files: Readonly<Record<TextPart, Readonly<Record<Locale, () => Promise<PartFile>>>>> = {
  entry: {
    'en-US': () => import('virtual:catalogs/entry/en-US'),
    'zh-CN': () => import('virtual:catalogs/entry/zh-CN'),
    'zh-TW': () => import('virtual:catalogs/entry/zh-TW'),
    'vi-VN': () => import('virtual:catalogs/entry/vi-VN'),
  },
  account: {
    'en-US': () => import('virtual:catalogs/account/en-US'),
    'zh-CN': () => import('virtual:catalogs/account/zh-CN'),
    'zh-TW': () => import('virtual:catalogs/account/zh-TW'),
    'vi-VN': () => import('virtual:catalogs/account/vi-VN'),
  },
  pages: {
    'en-US': () => import('virtual:catalogs/pages/en-US'),
    'zh-CN': () => import('virtual:catalogs/pages/zh-CN'),
    'zh-TW': () => import('virtual:catalogs/pages/zh-TW'),
    'vi-VN': () => import('virtual:catalogs/pages/vi-VN'),
  },
}

/** Loads the texts of one language, all parts or some. Rejects if they cannot be loaded. */
export const loadMessages = async (
  locale: Locale,
  wanted: readonly TextPart[] = parts,
): Promise<Messages> => {
  const loaded = await Promise.all(wanted.map((part) => files[part][locale]()))
  return Object.assign({}, ...loaded.flatMap(({ areas }) => areas))
}

/**
 * Creates a translation. Loading a language makes it the active one; the latest of several overlapping calls wins.
 * Starts with the parts in `first`, by default all.
 */
export const createTranslation = (first: readonly TextPart[] = parts): Translation => {
  const i18n = setupI18n()
  const added = new Map<TextPart, Promise<void>>(first.map((part) => [part, Promise.resolve()]))
  /** The language on the screen. */
  let active: Locale | undefined
  /** The language that was selected last. Its texts may still be loading. */
  let selected: Locale | undefined
  let brand: Brand | undefined
  const load = async (locale: Locale, some: readonly TextPart[]): Promise<void> => {
    const messages = await loadMessages(locale, some)
    // Merges, so that texts which pages have added stay.
    i18n.load(locale, brand === undefined ? messages : { ...messages, ...brandTexts(brand, locale) })
  }
  const addToLanguages = async (part: TextPart): Promise<void> => {
    const locales = new Set([active, selected].filter((locale) => locale !== undefined))
    try {
      await Promise.all([...locales].map((locale) => load(locale, [part])))
    } catch (cause) {
      added.delete(part)
      throw cause
    }
    // Renders the texts that were missing.
    if (active !== undefined) i18n.activate(active)
  }
  return {
    i18n,
    async activate(locale) {
      selected = locale
      try {
        await load(locale, [...added.keys()])
      } catch (cause) {
        if (selected === locale) selected = active
        throw cause
      }
      if (selected !== locale) return
      active = locale
      i18n.activate(locale)
    },
    setBrand(next) {
      brand = next
      if (active !== undefined) i18n.load(active, brandTexts(next, active))
    },
    add(part) {
      const adding = added.get(part) ?? addToLanguages(part)
      added.set(part, adding)
      return adding
    },
  }
}

export interface Translation {
  readonly i18n: I18n
  /** Loads and activates a language. Rejects if it cannot be loaded. */
  activate(locale: Locale): Promise<void>
  /** Uses the texts of a brand in all languages, from the next render on [THEME-02]. */
  setBrand(brand: Brand): void
  /**
   * Uses a further part from now on. Resolves when it is loaded. Rejects if it cannot be, and may be called again then.
   */
  add(part: TextPart): Promise<void>
}

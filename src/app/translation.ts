import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from './locales.ts'

/** The texts of a language are split in two parts: those for the sign-in, and the rest. */
const parts = ['entry', 'account'] as const
export type TextPart = (typeof parts)[number]

/** The compiled areas of one part. The catalog plugin gives them no type. */
interface PartFile {
  readonly areas: Readonly<Record<string, unknown>>
}

const files: Readonly<Record<TextPart, Readonly<Record<Locale, () => Promise<PartFile>>>>> = {
  entry: {
    'en-US': () => import('./catalogs/entry/en-us.ts'),
    'zh-CN': () => import('./catalogs/entry/zh-cn.ts'),
    'zh-TW': () => import('./catalogs/entry/zh-tw.ts'),
    'vi-VN': () => import('./catalogs/entry/vi-vn.ts'),
  },
  account: {
    'en-US': () => import('./catalogs/account/en-us.ts'),
    'zh-CN': () => import('./catalogs/account/zh-cn.ts'),
    'zh-TW': () => import('./catalogs/account/zh-tw.ts'),
    'vi-VN': () => import('./catalogs/account/vi-vn.ts'),
  },
}

/** Loads the texts of one language, all parts or some. Rejects if they cannot be loaded. */
export const loadMessages = async (
  locale: Locale,
  wanted: readonly TextPart[] = parts,
): Promise<Messages> => {
  const loaded = await Promise.all(wanted.map((part) => files[part][locale]()))
  return Object.assign({}, ...loaded.flatMap(({ areas }) => Object.values(areas)))
}

/**
 * Creates a translation. Loading a language makes it the active one; the latest of several overlapping calls wins.
 * Starts with the parts in `first`, by default all.
 */
export const createTranslation = (first: readonly TextPart[] = parts): Translation => {
  const i18n = setupI18n()
  let spoken = first
  let wanted: Locale | undefined
  let widening: Promise<void> | undefined
  const speak = async (locale: Locale): Promise<void> => {
    wanted = locale
    const asked = spoken
    const messages = await loadMessages(locale, asked)
    // A later call has selected another language, or more parts of this one.
    const isLate = wanted !== locale || (asked !== spoken && i18n.locale === locale)
    if (isLate) return
    // Keeps the texts of areas that pages have added.
    i18n.load(locale, messages)
    i18n.activate(locale)
  }
  const widen = async (): Promise<void> => {
    spoken = parts
    try {
      if (wanted !== undefined) await speak(wanted)
    } catch (cause) {
      spoken = first
      widening = undefined
      throw cause
    }
  }
  return {
    i18n,
    speak,
    widen() {
      widening ??= widen()
      return widening
    },
  }
}

export interface Translation {
  readonly i18n: I18n
  /** Loads and activates a language. Rejects if it cannot be loaded. */
  speak(locale: Locale): Promise<void>
  /** Uses all parts from now on. Resolves when they are loaded, and rejects if they cannot be. */
  widen(): Promise<void>
}

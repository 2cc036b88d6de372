import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from './locales.ts'

/** A language comes in two files: what a sign-in says, and the rest. */
const parts = ['entry', 'account'] as const
export type TextPart = (typeof parts)[number]

/** The areas of one part, compiled; the modules' type comes from the catalog plugin, which gives none. */
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

/** The texts of one language: those of some parts, or all. Rejects when they cannot be loaded. */
export const loadMessages = async (
  locale: Locale,
  wanted: readonly TextPart[] = parts,
): Promise<Messages> => {
  const loaded = await Promise.all(wanted.map((part) => files[part][locale]()))
  return Object.assign({}, ...loaded.flatMap(({ areas }) => Object.values(areas)))
}

/**
 * Loads a language and makes it the one spoken; the latest call wins when several overlap. It begins with the texts of `first`, or
 * all of them.
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
    // What came later is another language, or more of this one.
    const isLate = wanted !== locale || (asked !== spoken && i18n.locale === locale)
    if (isLate) return
    // Keeps the texts that pages have added.
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
  /** Rejects when the language cannot be loaded. */
  speak(locale: Locale): Promise<void>
  /** From now on all texts are spoken; resolves once they are there, and rejects when they cannot be loaded. */
  widen(): Promise<void>
}

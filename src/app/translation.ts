import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from './locales.ts'

/**
 * The texts of a language are split in three parts: those of every start, those of the conversation list and of notices,
 * and those of the other signed-in pages. Areas of rare pages load with these (use-area-texts.ts).
 */
const parts = ['entry', 'account', 'pages'] as const
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
  pages: {
    'en-US': () => import('./catalogs/pages/en-us.ts'),
    'zh-CN': () => import('./catalogs/pages/zh-cn.ts'),
    'zh-TW': () => import('./catalogs/pages/zh-tw.ts'),
    'vi-VN': () => import('./catalogs/pages/vi-vn.ts'),
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
  const added = new Map<TextPart, Promise<void>>(first.map((part) => [part, Promise.resolve()]))
  let wanted: Locale | undefined
  let speaking = Promise.resolve()
  const load = async (locale: Locale, some: readonly TextPart[]): Promise<void> => {
    const messages = await loadMessages(locale, some)
    if (wanted !== locale) return
    // Merges, so that texts which pages have added stay.
    i18n.load(locale, messages)
    i18n.activate(locale)
  }
  const add = async (part: TextPart): Promise<void> => {
    if (wanted === undefined) return
    try {
      await load(wanted, [part])
    } catch (cause) {
      added.delete(part)
      throw cause
    }
    // A language that was selected meanwhile loads the part too.
    await speaking.catch(() => undefined)
  }
  return {
    i18n,
    speak(locale) {
      wanted = locale
      speaking = load(locale, [...added.keys()])
      return speaking
    },
    add(part) {
      const adding = added.get(part) ?? add(part)
      added.set(part, adding)
      return adding
    },
  }
}

export interface Translation {
  readonly i18n: I18n
  /** Loads and activates a language. Rejects if it cannot be loaded. */
  speak(locale: Locale): Promise<void>
  /**
   * Uses a further part from now on. Resolves when it is loaded. Rejects if it cannot be, and may be called again then.
   */
  add(part: TextPart): Promise<void>
}

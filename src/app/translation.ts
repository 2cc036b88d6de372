import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from './locales.ts'

const loaders: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  'en-US': () => import('./catalogs/en-us.ts'),
  'zh-CN': () => import('./catalogs/zh-cn.ts'),
  'zh-TW': () => import('./catalogs/zh-tw.ts'),
  'vi-VN': () => import('./catalogs/vi-vn.ts'),
}

/** The catalog of one language. Rejects when it cannot be loaded. */
export const loadMessages = async (locale: Locale): Promise<Messages> => (await loaders[locale]()).messages

/** Loads a language and makes it the one spoken; the latest call wins when several overlap. */
export const createTranslation = (): Translation => {
  const i18n = setupI18n()
  let wanted: Locale | undefined
  return {
    i18n,
    speak: async (locale) => {
      wanted = locale
      const messages = await loadMessages(locale)
      if (wanted === locale) i18n.loadAndActivate({ locale, messages })
    },
  }
}

export interface Translation {
  readonly i18n: I18n
  speak(locale: Locale): Promise<void>
}

import { type I18n, type Messages, setupI18n } from '@lingui/core'
import type { Locale } from '#src/app/locales.ts'

const loaders: Readonly<Record<Locale, () => Promise<{ messages: Messages }>>> = {
  'en-US': () => import('#locales/en-US/demo.po'),
  'zh-CN': () => import('#locales/zh-CN/demo.po'),
  'zh-TW': () => import('#locales/zh-TW/demo.po'),
  'vi-VN': () => import('#locales/vi-VN/demo.po'),
}

/** The demo's own texts, which are loaded before the app's. */
export interface DemoTranslation {
  readonly i18n: I18n
  /** Loads and activates a language, with the catalog that `more` adds. The latest call wins. */
  activate(locale: Locale, more?: (locale: Locale) => Promise<Messages>): Promise<void>
}

export const createDemoTranslation = (): DemoTranslation => {
  const i18n = setupI18n()
  let wanted: Locale | undefined
  return {
    i18n,
    activate: async (locale, more = async () => ({})) => {
      wanted = locale
      const [{ messages }, others] = await Promise.all([loaders[locale](), more(locale)])
      if (wanted === locale) i18n.loadAndActivate({ locale, messages: { ...others, ...messages } })
    },
  }
}

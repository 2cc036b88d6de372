export const locales = ['en-US', 'zh-CN', 'zh-TW', 'vi-VN'] as const
export type Locale = (typeof locales)[number]

/** The default language [I18N-02]. */
export const defaultLocale: Locale = 'en-US'

/** Finds a supported language by its tag, ignoring case; undefined for any other. */
export const findLocale = (tag: string | undefined): Locale | undefined =>
  locales.find((locale) => locale.toLowerCase() === tag?.toLowerCase())

/** Selects the language: the link's `locale` query, then the stored choice, then the default (DEC-01) [I18N-03]. */
export const chooseLocale = (queried: string | undefined, stored: Locale | undefined): Locale =>
  findLocale(queried) ?? stored ?? defaultLocale

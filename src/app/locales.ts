export const locales = ['en-US', 'zh-CN', 'zh-TW', 'vi-VN'] as const
export type Locale = (typeof locales)[number]

/** The interface's language when nothing chose one [I18N-02]. */
export const defaultLocale: Locale = 'en-US'

/** Finds one of our languages by its tag, whatever its case; undefined for any other. */
export const findLocale = (tag: string | undefined): Locale | undefined =>
  locales.find((locale) => locale.toLowerCase() === tag?.toLowerCase())

/** The language to start in: the link's `locale` query, then the stored choice, then the default (DEC-01) [I18N-03]. */
export const chooseLocale = (queried: string | undefined, stored: Locale | undefined): Locale =>
  findLocale(queried) ?? stored ?? defaultLocale

import { englishTexts } from './en-us.ts'
import type { TextKey, Texts } from './text-keys.ts'
import { vietnameseTexts } from './vi-vn.ts'
import { simplifiedChineseTexts } from './zh-cn.ts'
import { traditionalChineseTexts } from './zh-tw.ts'

const textsByLocale = {
  'en-US': englishTexts,
  'zh-CN': simplifiedChineseTexts,
  'zh-TW': traditionalChineseTexts,
  'vi-VN': vietnameseTexts,
} as const satisfies Record<string, Texts>
export type Locale = keyof typeof textsByLocale

export const locales: readonly Locale[] = ['en-US', 'zh-CN', 'zh-TW', 'vi-VN']

/** Returns the language of a Lang header or field, else English. */
export const readLocale = (language: string | undefined): Locale =>
  locales.find((locale) => locale.toLowerCase() === language?.toLowerCase()) ?? 'en-US'

/** Returns a text in a language with its values filled in. */
export const say = (
  locale: Locale,
  key: TextKey,
  values: Readonly<Record<string, string | number>> = {},
): string =>
  textsByLocale[locale][key].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

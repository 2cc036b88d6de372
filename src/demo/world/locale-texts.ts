import type { Locale } from '#src/app/locales.ts'
import type { SeedTexts } from './seed-texts.ts'

const loaders: Readonly<Record<Locale, () => Promise<{ seedTexts: SeedTexts }>>> = {
  'en-US': () => import('./texts/en-US/index.ts'),
  'zh-CN': () => import('./texts/zh-CN/index.ts'),
  'zh-TW': () => import('./texts/zh-TW/index.ts'),
  'vi-VN': () => import('./texts/vi-VN/index.ts'),
}

/** Loads the texts of a world in a language. */
export const loadSeedTexts = async (locale: Locale): Promise<SeedTexts> => (await loaders[locale]()).seedTexts

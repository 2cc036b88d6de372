import type { Locale } from '#src/app/locales.ts'
import type { Corpus } from './corpus.ts'

const loaders: Readonly<Record<Locale, () => Promise<{ corpus: Corpus }>>> = {
  'en-US': () => import('./texts/en-US/index.ts'),
  'zh-CN': () => import('./texts/zh-CN/index.ts'),
  'zh-TW': () => import('./texts/zh-TW/index.ts'),
  'vi-VN': () => import('./texts/vi-VN/index.ts'),
}

/** What the world of a language says. */
export const loadCorpus = async (locale: Locale): Promise<Corpus> => (await loaders[locale]()).corpus

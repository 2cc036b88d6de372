import type { Locale } from '#src/app/locales.ts'
import type { Corpus } from './corpus.ts'

const loaders: Readonly<Record<Locale, () => Promise<{ corpus: Corpus }>>> = {
  'en-US': () => import('./texts/en-US/index.ts'),
  'zh-CN': () => import('./texts/en-US/index.ts'),
  'zh-TW': () => import('./texts/en-US/index.ts'),
  'vi-VN': () => import('./texts/en-US/index.ts'),
}

/** What the world of a language says. */
export const loadCorpus = async (locale: Locale): Promise<Corpus> => (await loaders[locale]()).corpus

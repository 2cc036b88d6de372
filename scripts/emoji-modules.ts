import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'
import type { EmojiRow } from '../domain/message/emoji.ts'

/** The languages of the app in emojibase-data. */
const languages: Readonly<Record<string, string>> = {
  'en-US': 'en',
  'zh-CN': 'zh',
  'zh-TW': 'zh-hant',
  'vi-VN': 'vi',
}

/** Unicode's numbers of the groups, in the order of `emojiGroupIds`. 2 are the components of emoji, such as hair. */
const groupNumbers = [0, 1, 3, 4, 5, 6, 7, 8, 9]

/**
 * The newest emoji in the panel. Systems that are two years old show newer ones as boxes; Unicode published this version
 * in September 2023.
 */
const newestVersion = 15.1

/** The fields that are used of an emoji in emojibase-data. Those without a group are letters of flags. */
interface SourceEmoji {
  readonly emoji: string
  readonly label: string
  readonly tags?: readonly string[]
  /** Written with punctuation, as :D. */
  readonly emoticon?: string | readonly string[]
  readonly group?: number
  readonly order: number
  readonly version: number
  readonly skins?: readonly { readonly emoji: string; readonly tone: number | readonly number[] }[]
}

/** Reads the emoji of one language from the package, those of skin tones included. */
export function readSourceEmoji(locale: string): readonly SourceEmoji[] {
  const language = languages[locale]
  if (language === undefined) throw new Error(`there are no emoji in ${locale}`)
  const file = createRequire(import.meta.url).resolve(`emojibase-data/${language}/data.json`)
  // The package describes its files by these types.
  const source = JSON.parse(readFileSync(file, 'utf8')) as readonly SourceEmoji[]
  return source
    .filter(({ version }) => version <= newestVersion)
    .sort((one, other) => one.order - other.order)
}

/**
 * Returns the rows of the panel's groups in one language: a fifth of the size of the package's file. English names are
 * keywords in every language, because many people know emoji by them.
 */
export function emojiRows(locale: string): readonly (readonly EmojiRow[])[] {
  const englishNames = new Map(readSourceEmoji('en-US').map(({ emoji, label }) => [emoji, label]))
  const rowOfEmoji = (source: SourceEmoji): EmojiRow => rowOf(source, englishNames.get(source.emoji))
  const source = readSourceEmoji(locale)
  return groupNumbers.map((number) => source.filter(({ group }) => group === number).map(rowOfEmoji))
}

function rowOf(
  { emoji, label, tags = [], emoticon = [], skins }: SourceEmoji,
  englishName = label,
): EmojiRow {
  const others = englishName === label ? [] : [englishName]
  const keywords = [...tags, ...[emoticon].flat(), ...others].join('|')
  return skins ? [emoji, label, keywords, 1] : [emoji, label, keywords]
}

/** Provides `virtual:emoji-<locale>`: the Unicode emoji in one language. A string parses faster than code. */
export const emojiModules = (): Plugin => ({
  name: 'emoji-modules',
  resolveId: (id) => (id.startsWith('virtual:emoji-') ? `\0${id}` : undefined),
  load(id) {
    const [, locale] = /^\0virtual:emoji-([\w-]+)$/.exec(id) ?? []
    if (locale === undefined) return undefined
    return `export const groups = JSON.parse(${JSON.stringify(JSON.stringify(emojiRows(locale)))})`
  },
})

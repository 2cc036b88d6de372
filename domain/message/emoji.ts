import { foldText } from '../formats/folding.ts'

/** The groups of Unicode emoji in the order of the panel. */
export const emojiGroupIds = [
  'smileys',
  'people',
  'animals',
  'food',
  'travel',
  'activities',
  'objects',
  'symbols',
  'flags',
] as const
export type EmojiGroupId = (typeof emojiGroupIds)[number]

/** A Unicode emoji with its name in one language. */
export interface Emoji {
  readonly character: string
  readonly name: string
  /** Whether it comes in skin tones. */
  readonly hasTones: boolean
}

/** An emoji as the build stores it: character, name, keywords joined by `|`, and 1 if it has skin tones. */
export type EmojiRow = readonly [character: string, name: string, keywords: string, hasTones?: number]

/** All emoji of one language. */
export interface EmojiSet {
  readonly groups: ReadonlyMap<EmojiGroupId, readonly Emoji[]>
  /** Returns the emoji of a character in any skin tone; undefined for any other text. */
  find(character: string): Emoji | undefined
  /** Returns the emoji whose name or keywords match every word of a text, best first. */
  search(typed: string): readonly Emoji[]
}

/** Creates the emoji of one language from the rows of each group, in the order of `emojiGroupIds`. */
export function createEmojiSet(rowsByGroup: readonly (readonly EmojiRow[])[]): EmojiSet {
  const groups = new Map<EmojiGroupId, readonly Emoji[]>()
  const found = new Map<string, Emoji>()
  const rows: (readonly [Emoji, EmojiRow])[] = []
  for (const [index, id] of emojiGroupIds.entries()) {
    const group = (rowsByGroup[index] ?? []).map((row): Emoji => {
      const [character, name, , hasTones] = row
      const emoji = { character, name, hasTones: hasTones === 1 }
      rows.push([emoji, row])
      found.set(withoutTone(character), emoji)
      return emoji
    })
    groups.set(id, group)
  }
  // The search is not used at each opening, so the words are folded at the first one.
  let indexed: readonly IndexedEmoji[] | undefined
  return {
    groups,
    find: (character) => found.get(withoutTone(character)),
    search(typed) {
      const words = foldText(typed).split(/\s+/u).filter(Boolean)
      if (words.length === 0) return []
      indexed ??= rows.map(indexEmoji)
      return indexed
        .map((entry) => ({ entry, rank: rankOf(entry, words) }))
        .filter(({ rank }) => rank < noMatch)
        .sort((one, other) => one.rank - other.rank)
        .map(({ entry }) => entry.emoji)
    },
  }
}

interface IndexedEmoji {
  readonly emoji: Emoji
  /** The folded name. */
  readonly name: string
  /** The folded keywords. */
  readonly keywords: readonly string[]
}

const indexEmoji = ([emoji, [, name, keywords]]: readonly [Emoji, EmojiRow]): IndexedEmoji => ({
  emoji,
  name: foldText(name),
  keywords: foldText(keywords).split('|'),
})

const noMatch = 5

/** Returns how well an emoji matches the folded words: 0 is best, `noMatch` if a word does not occur. */
function rankOf({ name, keywords }: IndexedEmoji, words: readonly string[]): number {
  const whole = words.join(' ')
  if (name === whole) return 0
  const ranks = words.map((word) => {
    if (startsWord(name, word)) return 2
    if (keywords.some((keyword) => startsWord(keyword, word))) return 3
    // Chinese is written without spaces, so its words start anywhere.
    return ideographs.test(word) && [name, ...keywords].some((text) => text.includes(word)) ? 4 : noMatch
  })
  const worst = Math.max(...ranks)
  return worst < noMatch && keywords.includes(whole) ? 1 : worst
}

const ideographs = /\p{Script=Han}/u

const startsWord = (text: string, word: string): boolean => text.startsWith(word) || text.includes(` ${word}`)

/** The skin tones from light to dark; 0 is none, the yellow of the emoji itself. */
export const skinTones = [0, 1, 2, 3, 4, 5] as const
export type SkinTone = (typeof skinTones)[number]

/** Unicode's character of the lightest skin tone; the others follow it. */
const lightestTone = 0x1f3fb
const toneBase = /\p{Emoji_Modifier_Base}/u
const handshake = '\u{1F91D}'
const peopleHoldingHands = `\u200D${handshake}\u200D`

/** Returns an emoji that has skin tones in one of them. Both people of a couple get the same tone. */
export function withSkinTone(character: string, tone: SkinTone): string {
  if (tone === 0) return character
  const modifier = String.fromCodePoint(lightestTone + tone - 1)
  const isHoldingHands = character.includes(peopleHoldingHands)
  const parts = [...character].map((part) => {
    const isToned = toneBase.test(part) && !(isHoldingHands && part === handshake)
    return isToned ? part + modifier : part
  })
  // The tone already asks for a picture in color.
  return parts.join('').replaceAll(`${modifier}\uFE0F`, modifier)
}

/** Returns the first skin tone in an emoji. */
export function skinToneOf(character: string): SkinTone {
  const modifier = [...character].find((part) => /^\p{Emoji_Modifier}$/u.test(part))?.codePointAt(0)
  return skinTones.find((tone) => modifier === lightestTone + tone - 1) ?? 0
}

/** Removes skin tones and the mark for color, which toned emoji lack. */
const withoutTone = (character: string): string => character.replace(/[\uFE0F\p{Emoji_Modifier}]/gu, '')

/** What one account has chosen in the emoji panel of this device. */
export interface EmojiChoices {
  /** Emoji and emoticon codes that were inserted, the latest first. */
  readonly recent: readonly string[]
  /** The tone of emoji that have skin tones. */
  readonly tone: SkinTone
}

export const noEmojiChoices: EmojiChoices = { recent: [], tone: 0 }

/** The maximum number of recent emoji: four rows of the panel. */
export const maxRecentEmoji = 32

/** Puts an inserted emoji or emoticon code in front. The oldest beyond the limit are dropped. */
export const addRecentEmoji = (choices: EmojiChoices, inserted: string): EmojiChoices => ({
  ...choices,
  recent: [inserted, ...choices.recent.filter((other) => other !== inserted)].slice(0, maxRecentEmoji),
})

/** Reads stored choices field by field. An invalid field gets its default. */
export function readEmojiChoices(value: unknown): EmojiChoices {
  if (typeof value !== 'object' || value === null) return noEmojiChoices
  const recent = 'recent' in value && Array.isArray(value.recent) ? value.recent : []
  const tone = 'tone' in value ? skinTones.find((candidate) => candidate === value.tone) : undefined
  return {
    recent: recent.filter((one): one is string => typeof one === 'string').slice(0, maxRecentEmoji),
    tone: tone ?? noEmojiChoices.tone,
  }
}

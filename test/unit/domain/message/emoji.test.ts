import { describe, expect, it } from 'vitest'
import {
  addRecentEmoji,
  createEmojiSet,
  emojiGroupIds,
  maxRecentEmoji,
  noEmojiChoices,
  readEmojiChoices,
  skinToneOf,
  skinTones,
  withSkinTone,
} from '#domain/message/emoji.ts'
import { isOnlyEmoji } from '#domain/message/emoticons.ts'
import { emojiRows, readSourceEmoji } from '../../../../scripts/emoji-modules.ts'

const sets = Object.fromEntries(
  ['en-US', 'zh-CN', 'zh-TW', 'vi-VN'].map((locale) => [locale, createEmojiSet(emojiRows(locale))]),
)
const setOf = (locale: string) => {
  const set = sets[locale]
  if (!set) throw new Error(`there are no emoji in ${locale}`)
  return set
}
const found = (locale: string, typed: string) =>
  setOf(locale)
    .search(typed)
    .map(({ character }) => character)

describe('the emoji of the panel', () => {
  it.each(Object.keys(sets))('are the same in %s as in English, each once and with a name', (locale) => {
    const charactersOf = (of: string) =>
      emojiGroupIds.map((id) => (setOf(of).groups.get(id) ?? []).map(({ character }) => character))
    const groups = charactersOf(locale)
    expect(groups).toEqual(charactersOf('en-US'))
    expect(groups.map(({ length }) => length).every((length) => length > 50)).toBe(true)
    const all = [...setOf(locale).groups.values()].flat()
    expect(new Set(all.map(({ character }) => character)).size).toBe(all.length)
    expect(all.filter(({ name }) => name === '')).toEqual([])
    // Finds each by its own character, so no two differ by their tone alone.
    expect(all.filter((emoji) => setOf(locale).find(emoji.character) !== emoji)).toEqual([])
  })

  it('end with Unicode 15.1, which systems have had for two years', () => {
    expect(setOf('en-US').find('🐦‍🔥')?.name).toBe('phoenix')
    expect(setOf('en-US').find('🫩')).toBeUndefined()
  })

  it('are shown large when they are sent alone', () => {
    const all = [...setOf('en-US').groups.values()].flat()
    expect(all.filter(({ character }) => !isOnlyEmoji(character)).map(({ name }) => name)).toEqual([])
  })
})

describe('the search', () => {
  it.each([
    ['en-US', 'red heart', '❤️'],
    ['en-US', 'PIZZA', '🍕'],
    ['en-US', 'Vietnam', '🇻🇳'],
    ['en-US', ':D', '😄'],
    ['zh-CN', '红心', '❤️'],
    ['zh-CN', '披萨', '🍕'],
    ['zh-TW', '愛心', '❤️'],
    ['zh-TW', '披薩', '🍕'],
    ['vi-VN', 'trái tim màu đỏ', '❤️'],
    ['vi-VN', 'trai tim mau do', '❤️'],
    ['vi-VN', 'pizza', '🍕'],
    // English names are known everywhere.
    ['zh-CN', 'waving hand', '👋'],
    ['zh-TW', 'thumbs up', '👍️'],
    ['vi-VN', 'red heart', '❤️'],
  ])('in %s finds %s as %s first', (locale, typed, expected) => {
    expect(found(locale, typed)[0]).toBe(expected)
  })

  it('finds words that start with the typed ones, in any order, and Chinese ones anywhere', () => {
    expect(found('en-US', 'hea re')).toContain('❤️')
    expect(found('en-US', 'art')).not.toContain('❤️')
    expect(found('zh-CN', '心')).toEqual(expect.arrayContaining(['❤️', '💔']))
    expect(found('en-US', 'heart pizza')).toEqual([])
  })

  it.each(['', '  ', 'qqqq'])('finds nothing for %j', (typed) => {
    expect(found('en-US', typed)).toEqual([])
  })
})

describe('a skin tone', () => {
  it('is put where Unicode has it in every emoji with skin tones', () => {
    const source = readSourceEmoji('en-US').filter(({ skins }) => skins !== undefined)
    const toned = source.flatMap(({ emoji, skins = [] }) =>
      skinTones
        .filter((tone) => tone !== 0)
        .map((tone) => [withSkinTone(emoji, tone), skins.find((skin) => skin.tone === tone)?.emoji]),
    )
    expect(toned.length).toBeGreaterThan(1000)
    expect(toned.filter(([ours, theirs]) => ours !== theirs)).toEqual([])
  })

  it('is recognised, and the emoji below it is found', () => {
    expect(withSkinTone('👍', 0)).toBe('👍')
    expect(skinToneOf('👍🏽')).toBe(3)
    expect(skinToneOf('👍')).toBe(0)
    expect(setOf('en-US').find('✌🏿')?.character).toBe('✌️')
  })
})

describe('recent emoji', () => {
  it('have the latest first, each once, at most 32', () => {
    const inserted = ['🎉', ...Array.from({ length: 40 }, (_, index) => `[e0${index + 1}]`), '🎉', '👍🏽']
    const { recent } = inserted.reduce(addRecentEmoji, noEmojiChoices)
    expect(maxRecentEmoji).toBe(32)
    expect(recent).toHaveLength(32)
    expect(recent.slice(0, 3)).toEqual(['👍🏽', '🎉', '[e040]'])
  })

  it.each([
    [undefined, noEmojiChoices],
    ['x', noEmojiChoices],
    [
      { recent: ['🎉', 7], tone: 9 },
      { recent: ['🎉'], tone: 0 },
    ],
    [{ tone: 4 }, { recent: [], tone: 4 }],
  ])('stored as %j are read as %j', (stored, expected) => {
    expect(readEmojiChoices(stored)).toEqual(expected)
  })
})

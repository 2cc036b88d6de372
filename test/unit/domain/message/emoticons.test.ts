import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { messagePreview } from '#domain/formats/preview.ts'
import { emoticons, isOnlyEmoji, splitEmoticons, withEmoticonCharacters } from '#domain/message/emoticons.ts'
import { allLocales, entriesOf } from '#test/unit/locales/catalog-files.ts'

describe('emoticons [MSG-25]', () => {
  it('are 49, from [e01] to [e049], each with its own picture and character (DEC-29)', () => {
    expect(emoticons.map(({ code }) => code)).toEqual(
      Array.from({ length: 49 }, (_, index) => `[e0${index + 1}]`),
    )
    expect(emoticons.filter(({ file }) => !existsSync(`public/emoticons/${file}`))).toEqual([])
    expect(new Set(emoticons.map(({ character }) => character)).size).toBe(49)
  })

  it.each(allLocales)('have a name of their own in %s', (locale) => {
    const texts = new Map(entriesOf(locale).map(({ id, text }) => [id, text]))
    const names = emoticons.map(({ name }) => texts.get(`composer.emoticon.${name}`))
    expect(names).not.toContain(undefined)
    expect(new Set(names).size).toBe(49)
  })

  it.each([
    ['a[e01]b', ['a', '[e01]', 'b'], 1],
    ['[e09][e010]', ['[e09]', '[e010]'], 2],
    ['[e049] end', ['[e049]', ' end'], 1],
    ['[e00] [e050] [e1] [E01] [e0100] [e001]', ['[e00] [e050] [e1] [E01] [e0100] [e001]'], 0],
    ['', [], 0],
  ])('are found in %j', (text, chunks, count) => {
    const parts = splitEmoticons(text)
    expect(parts.map((part) => part.text)).toEqual(chunks)
    expect(parts.filter(({ kind }) => kind === 'emoticon')).toHaveLength(count)
  })

  it('are characters in plain text, and codes are never split', () => {
    expect(withEmoticonCharacters('good [e043] [e099]')).toBe('good 👍 [e099]')
    expect(messagePreview({ type: 'txt', body: 'a\n[e01]' })).toEqual({ kind: 'text', text: 'a 😀' })
    const long = messagePreview({ type: 'txt', body: '[e010]'.repeat(500) })
    expect(long).toEqual({ kind: 'text', text: `${'😛'.repeat(160)}…` })
  })
})

describe('isOnlyEmoji', () => {
  it.each(['🐻', '👍🏽', '❤️', '👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇩🇪', '[e01][e048]', '1️⃣', '🏳️‍🌈', '🤷🏻‍♀️'])(
    'finds only emoji in %s',
    (text) => expect(isOnlyEmoji(text)).toBe(true),
  )

  it.each(['', ' ', 'a', '12', '©', '❤', '🐻🐻🐻🐻', '🐻 ok', '[e01]!', '[e050]', '#'])(
    'finds text or too many emoji in %j',
    (text) => expect(isOnlyEmoji(text)).toBe(false),
  )
})

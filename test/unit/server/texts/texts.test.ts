import { describe, expect, it } from 'vitest'
import { locales, readLocale, say } from '#server/texts/say.ts'
import { textKeys } from '#server/texts/text-keys.ts'

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort()

describe.each(locales)('the texts in %s', (locale) => {
  it('are there, each with the same values as in English', () => {
    for (const key of textKeys) {
      expect(say(locale, key).trim(), key).not.toBe('')
      expect(placeholders(say(locale, key)), key).toEqual(placeholders(say('en-US', key)))
    }
  })

  it('contain a code as their only digits', () => {
    expect(say(locale, 'code-shown', { code: '012345' }).replace(/\D/g, '')).toBe('012345')
    expect(say(locale, 'code-sent')).not.toMatch(/\d/)
  })

  it('are not left in English', () => {
    if (locale === 'en-US') return
    for (const key of textKeys) expect(say(locale, key), key).not.toBe(say('en-US', key))
  })
})

it.each([
  ['zh-CN', 'zh-CN'],
  ['ZH-tw', 'zh-TW'],
  [undefined, 'en-US'],
  ['fr', 'en-US'],
])('takes %s for %s', (asked, spoken) => {
  expect(readLocale(asked)).toBe(spoken)
})

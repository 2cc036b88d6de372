import { describe, expect, it } from 'vitest'
import { hitExcerpt } from '#domain/search/hit-excerpt.ts'

const shown = (body: string, typed: string) =>
  hitExcerpt({ type: 'txt', body }, typed)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('')

describe('the shown text of a hit', () => {
  it.each([
    ['a short text whole', 'The train is late', 'train', 'The [train] is late'],
    ['several words', 'tea and biscuits', 'biscuits tea', '[tea] and [biscuits]'],
    ['every hit', 'tea, Tea and TEA', 'tea', '[tea], [Tea] and [TEA]'],
    ['accents of a hit', 'Một ly cà phê', 'ca phe', 'Một ly [cà phê]'],
    [
      'the words before a hit far in',
      `${'word '.repeat(20)}needle`,
      'needle',
      '…word word word word [needle]',
    ],
    ['line breaks as spaces', 'one\n\ntwo', 'one two', '[one two]'],
    ['the characters of emoticons', 'so [e01] good', 'good', 'so 😀 [good]'],
    ['a text without spaces from a whole character on', `${'😀'.repeat(30)}x`, 'x', `…${'😀'.repeat(12)}[x]`],
  ])('%s', (_, body, typed, expected) => {
    expect(shown(body, typed)).toBe(expected)
  })

  it('has a maximum length', () => {
    const parts = hitExcerpt({ type: 'txt', body: 'a '.repeat(5000) }, 'a')
    expect(parts.length).toBeLessThan(300)
  })
})

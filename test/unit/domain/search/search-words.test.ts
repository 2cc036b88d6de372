import { expect, it } from 'vitest'
import { messageFilesPath } from '#domain/media/media-address.ts'
import { writeFile } from '#domain/message/message-body.ts'
import { hasAllWords, hasHit, hasLink, readSearchWords, searchExcerpt } from '#domain/search/search-words.ts'

it.each([
  ['', []],
  ['  \u3000 ', []],
  [' Đi  CHỢ ', ['cho', 'di']],
  ['an banana an', ['banana']],
  ['圖書 圖', ['图书']],
  ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
])('readSearchWords reads "%s" as words that all must occur [VIEW-47]', (typed, words) => {
  expect(readSearchWords(typed)).toEqual(words)
})

it('hasAllWords needs every word, anywhere', () => {
  expect(hasAllWords('Meet at the Station', readSearchWords('stat meet'))).toBe(true)
  expect(hasAllWords('Meet at the Station', readSearchWords('stat bus'))).toBe(false)
})

it('hasHit reads the name of a file, not its address', () => {
  const file = {
    type: 'file' as const,
    body: writeFile(`${messageFilesPath}${'0'.repeat(40)}.bin`, 'Report.pdf'),
  }
  expect(['report', '000', 'file'].map((word) => hasHit(file, [word]))).toEqual([true, false, false])
})

it.each([
  ['txt', 'see https://example.org', true],
  ['txt', 'see WWW.example.org', true],
  ['txt', 'the www is a web', false],
  ['card', 'https://example.org', false],
] as const)('hasLink tells whether %s "%s" has an address', (type, body, expected) => {
  expect(hasLink({ type, body })).toBe(expected)
})

it('searchExcerpt shows the first hit of a long text and never half of a character', () => {
  const text = `${'😀'.repeat(1_000)} Nadel ${'😀'.repeat(1_000)}`
  const excerpt = searchExcerpt(text, ['nadel'])
  expect(excerpt).toMatch(/^…😀+ Nadel 😀+…$/u)
  expect(excerpt.length).toBeLessThanOrEqual(502)
  expect(searchExcerpt('short', ['x'])).toBe('short')
})

import { describe, expect, it } from 'vitest'
import { clampText, splitIntoChunks } from '#domain/message/text-chunks.ts'

const lines = (count: number): string => Array.from({ length: count }, (_, index) => `l${index}`).join('\n')

describe('the beginning of a folded text [MSG-27]', () => {
  it.each([
    ['18 lines', lines(18), lines(18)],
    ['19 lines', lines(19), lines(19)],
    ['20 lines', lines(20), lines(19)],
    ['5,000 lines', lines(5000), lines(19)],
    ['4,000 characters in a row', 'a'.repeat(4000), 'a'.repeat(4000)],
    ['20,000 characters in a row', 'a'.repeat(20_000), 'a'.repeat(4000)],
    ['words', `${'a'.repeat(3900)} ${'b'.repeat(500)}`, 'a'.repeat(3900)],
    ['characters of two units', `a${'😀'.repeat(3000)}`, `a${'😀'.repeat(1999)}`],
  ])('of %s', (_, text, expected) => {
    expect(clampText(text, 18)).toEqual({ text: expected, isCut: expected !== text })
  })
})

describe('the chunks of a text', () => {
  it.each([
    ['one line', 'a', 1],
    ['5,000 lines', lines(5000), 25],
    ['20,000 characters in a row', 'a'.repeat(20_000), 1],
    ['paragraphs', Array.from({ length: 20 }, () => 'word '.repeat(200)).join('\n'), 5],
    ['empty lines, at the end too', '\n'.repeat(401), 3],
  ])('are joined %s again, each of whole lines', (_, text, count) => {
    const chunks = splitIntoChunks(text)
    expect(chunks.map((one) => one.text).join('')).toBe(text)
    expect(chunks.slice(0, -1).every((one) => one.text.endsWith('\n'))).toBe(true)
    expect(chunks.every(({ start, text: own }) => text.startsWith(own, start))).toBe(true)
    expect(chunks).toHaveLength(count)
  })

  it('begin with at least the visible part of a folded text', () => {
    for (const text of [lines(5000), 'word '.repeat(4000), `${'a'.repeat(3990)}\n${lines(300)}`])
      expect(splitIntoChunks(text)[0]?.text.startsWith(clampText(text, 18).text)).toBe(true)
  })
})

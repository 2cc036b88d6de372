import { check, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { fromStorableText, toStorableText } from '#server/store/exact-text.ts'

it('a storable text is valid UTF-8 and restores every code unit', () => {
  const result = check(
    property(string({ unit: 'binary' }), string({ unit: 'grapheme' }), (binary, graphemes) => {
      for (const text of [binary, graphemes, `${binary}\0\ud800${graphemes}\u00100010`]) {
        const stored = toStorableText(text)
        // Encoding to UTF-8 and back changes no stored text.
        if (stored.includes('\0') || Buffer.from(stored).toString() !== stored) return false
        if (fromStorableText(stored) !== text) return false
      }
      return true
    }),
    { seed: 1, numRuns: 500 },
  )
  expect(result.failed).toBe(false)
})

it.each(['', 'plain', '汉字', '👩‍👩‍👧', 'a\nb', '\u200b'])(
  'the ordinary text %j is stored unchanged',
  (text) => {
    expect(toStorableText(text)).toBe(text)
  },
)

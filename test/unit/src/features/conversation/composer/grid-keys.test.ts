import { expect, it } from 'vitest'
import { emojiColumns, nextCell } from '#src/features/conversation/composer/emoji/use-grid-navigation.ts'

it.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 7, 8],
  ['ArrowRight', 48, undefined],
  ['ArrowLeft', 0, undefined],
  ['ArrowLeft', 9, 8],
  ['ArrowDown', 3, 11],
  ['ArrowDown', 45, undefined],
  ['ArrowUp', 11, 3],
  ['ArrowUp', 3, undefined],
  ['Home', 13, 8],
  ['End', 9, 15],
  ['End', 48, undefined],
  ['a', 4, undefined],
])('%s leads from cell %i of 49 in rows of 8 to %s [STICK-16]', (key, cell, expected) => {
  expect(nextCell(key, cell, 49, emojiColumns)).toBe(expected)
  expect(emojiColumns).toBe(8)
})

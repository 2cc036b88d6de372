import { describe, expect, it } from 'vitest'
import { checkStickerCount, isStickerFile, stickerColumns } from '#domain/stickers/sticker-rules.ts'

describe('own stickers', () => {
  it.each([
    ['image', 307_200, true],
    ['image', 307_201, false],
    ['image', 0, false],
    ['video', 1000, false],
    ['file', 1000, false],
  ] as const)('can be an %s of %i bytes: %s [STICK-02] (DEC-85)', (kind, size, expected) => {
    expect(isStickerFile({ kind, size })).toBe(expected)
  })

  it.each([
    [29, 30, undefined],
    [30, 30, { key: 'stickers.max-limit-reached', values: { count: 30 } }],
    [5, 5, { key: 'stickers.max-limit-reached', values: { count: 5 } }],
  ])('are %i of at most %i [STICK-04]', (count, limit, rejection) => {
    const outcome = checkStickerCount(count, limit)
    expect(outcome.isOk ? undefined : outcome.rejection).toEqual(rejection)
  })

  it.each([
    [390, 5],
    [900, 5],
    [901, 6],
    [1440, 6],
  ])('have at a width of %i px %i columns [STICK-17] (DEC-69)', (width, columns) => {
    expect(stickerColumns(width)).toBe(columns)
  })
})

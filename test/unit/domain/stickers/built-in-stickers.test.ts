import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  builtInStickers,
  findBuiltInSticker,
  isBuiltInStickerPath,
} from '#domain/stickers/built-in-stickers.ts'

describe('built-in stickers', () => {
  it.each(builtInStickers)('$name is a WebP among the app’s files [STICK-08]', ({ path }) => {
    expect(isBuiltInStickerPath(path)).toBe(true)
    expect(existsSync(`public${path}`)).toBe(true)
    expect(readFileSync(`public${path}`).subarray(8, 12).toString()).toBe('WEBP')
  })

  it('have ids of their own, and a class each', () => {
    expect(new Set(builtInStickers.map(({ id }) => id)).size).toBe(builtInStickers.length)
    expect(builtInStickers.every(({ classId }) => classId > 0)).toBe(true)
  })

  it('are found by their path alone', () => {
    expect(findBuiltInSticker('/stickers/dog.webp')?.name).toBe('dog')
    expect(findBuiltInSticker('/stickers/nobody.webp')).toBeUndefined()
  })

  it.each([
    'https://evil.example/stickers/dog.webp',
    '//evil.example/stickers/dog.webp',
    '/stickers/../dog.webp',
    '/stickers/sub/dog.webp',
    '/stickers/dog.svg',
    '/stickers/dog.webp?x=1',
    '/stickers/.webp',
    ' /stickers/dog.webp',
  ])('do not exist at %j', (path) => {
    expect(isBuiltInStickerPath(path)).toBe(false)
  })
})

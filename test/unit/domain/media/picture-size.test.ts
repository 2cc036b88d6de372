import { describe, expect, it } from 'vitest'
import { renamedTo } from '#domain/media/file-name.ts'
import { isNeverScaled, pictureBox, scaledSize, scaledType } from '#domain/media/picture-size.ts'

describe('scaling a picture', () => {
  it.each([
    [
      { width: 3000, height: 2048 },
      { width: 1500, height: 1024 },
    ],
    [
      { width: 1001, height: 2048 },
      { width: 500, height: 1024 },
    ],
    [
      { width: 1, height: 100_000 },
      { width: 2, height: 1024 },
    ],
  ])('brings %o down to a height of 1024, both sides even [MEDIAT-02]', (size, scaled) => {
    expect(scaledSize(size)).toEqual(scaled)
  })

  it.each([
    { width: 10_000, height: 1024 },
    { width: 1, height: 1 },
  ])('never enlarges %o', (size) => {
    expect(scaledSize(size)).toBeUndefined()
  })

  it.each([
    ['image/png', 'image/png', 'holiday.final.png'],
    ['image/jpeg', 'image/jpeg', 'holiday.final.jpg'],
    ['image/jpg', 'image/jpeg', 'holiday.final.jpg'],
    ['image/bmp', 'image/webp', 'holiday.final.webp'],
    ['image/webp', 'image/webp', 'holiday.final.webp'],
  ] as const)('writes %s as %s [MEDIAT-03]', (type, written, name) => {
    expect(scaledType(type)).toBe(written)
    expect(renamedTo('holiday.final.xyz', written)).toBe(name)
  })

  it('lets heif, heic and avif through unchanged [MEDIAT-04]', () => {
    expect(['image/heif', 'image/heic', 'image/avif'].every(isNeverScaled)).toBe(true)
    expect(['image/png', 'image/jpeg', 'image/webp'].some(isNeverScaled)).toBe(false)
  })
})

describe('the place of a picture', () => {
  it.each([
    [
      { width: 640, height: 480 },
      { width: 320, ratio: 4 / 3 },
    ],
    [
      { width: 200, height: 400 },
      { width: 200, ratio: 0.5 },
    ],
    [
      { width: 1, height: 1 },
      { width: 120, ratio: 1 },
    ],
    [
      { width: 10_000, height: 1 },
      { width: 320, ratio: 4 },
    ],
    [
      { width: 1, height: 10_000 },
      { width: 120, ratio: 0.25 },
    ],
    [{}, { width: 240, ratio: 4 / 3 }],
    [
      { width: undefined, height: 5 },
      { width: 240, ratio: 4 / 3 },
    ],
  ])('for %o is %o', (size, box) => {
    expect(pictureBox(size)).toEqual(box)
  })
})

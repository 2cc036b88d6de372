import { describe, expect, it } from 'vitest'
import { stripLocation } from '#domain/media/strip-location.ts'

type Piece = string | readonly number[]

const bytes = (...pieces: readonly Piece[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    pieces.flatMap((piece) =>
      typeof piece === 'string' ? Array.from(piece, (letter) => letter.charCodeAt(0)) : [...piece],
    ),
  )
const segment = (marker: number, content: Piece): readonly number[] => {
  const { length } = content
  return [0xff, marker, 0, length + 2, ...bytes(content)]
}
const jpeg = (...segments: readonly (readonly number[])[]) =>
  bytes([0xff, 0xd8], ...segments, [0xff, 0xda, 0, 2], 'px', [0xff, 0, 0xff, 0xd3], 'px', [0xff, 0xd9])
const chunk = (name: string, content: Piece) => [
  ...[0, 0, 0, content.length],
  ...bytes(name, content, [1, 2, 3, 4]),
]
const png = (...chunks: readonly (readonly number[])[]) =>
  bytes('\x89PNG\r\n\x1a\n', chunk('IHDR', 'size'), ...chunks)
const end = chunk('IEND', '')
const riff = (name: string, content: Piece) => [...bytes(name, [content.length, 0, 0, 0], content)]
const webp = (flags: number, ...chunks: readonly (readonly number[])[]) => {
  const made = bytes(
    'RIFF',
    [0, 0, 0, 0],
    'WEBP',
    riff('VP8X', [flags, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ...chunks,
  )
  made[4] = made.length - 8
  return made
}

const jfif = segment(0xe0, 'JFIF\0')
const place = 'Exif\0\0 51 N 0 W'
const pixels = riff('VP8 ', 'pixels')

/** Exif whose second entry is the orientation, in either byte order. */
const turned = (order: 'II' | 'MM', orientation: number) => {
  const number = (value: number, length: number) => {
    const digits = Array.from({ length }, (_, at) => (at === length - 1 ? value : 0))
    return order === 'MM' ? digits : digits.reverse()
  }
  const tag = order === 'MM' ? [1, 0x12] : [0x12, 1]
  const other = [...number(1, 2), ...number(3, 2), ...number(1, 4), ...number(9, 2), 0, 0]
  const entry = [...tag, ...number(3, 2), ...number(1, 4), ...number(orientation, 2), 0, 0]
  const directory = [...number(42, 2), ...number(8, 4), ...number(2, 2), ...other, ...entry, 0, 0, 0, 0]
  return segment(0xe1, [...bytes('Exif\0\0', order, directory, '51 N 0 W')])
}

describe('a picture without its location', () => {
  it.each([
    ['a JPEG with Exif', jpeg(jfif, segment(0xe1, place)), jpeg(jfif)],
    ['a JPEG with XMP', jpeg(jfif, segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0')), jpeg(jfif)],
    ['a JPEG with IPTC', jpeg(segment(0xed, 'Photoshop 3.0\0'), jfif), jpeg(jfif)],
    ['a JPEG followed by a film', bytes([...jpeg(jfif)], 'a film'), jpeg(jfif)],
    [
      'a PNG with Exif behind its pixels',
      png(chunk('IDAT', 'px'), chunk('eXIf', 'II'), end),
      png(chunk('IDAT', 'px'), end),
    ],
    [
      'a PNG with Exif before its pixels',
      png(chunk('eXIf', 'II'), chunk('IDAT', 'px'), end),
      png(chunk('IDAT', 'px'), end),
    ],
    ['a PNG with XMP', png(chunk('iTXt', 'XML:com.adobe.xmp\0'), end), png(end)],
    [
      'a WebP with Exif and XMP',
      webp(0x1e, pixels, riff('EXIF', 'II'), riff('XMP ', 'ab')),
      webp(0x12, pixels),
    ],
    ['a WebP that only says so', webp(0x04, pixels), webp(0, pixels)],
  ])('of %s all else is left, byte for byte', (_, before, after) => {
    expect(stripLocation(before)).toEqual(after)
  })

  it.each([
    ['a JPEG', jpeg(jfif)],
    ['a PNG', png(chunk('tEXt', 'Software\0Paint'), end)],
    ['an animated WebP', webp(0x02, pixels)],
    ['a GIF', bytes('GIF89a')],
    ['a file that is no picture', bytes('words')],
    ['nothing', bytes()],
  ])('is %s itself if it has no location', (_, picture) => {
    expect(stripLocation(picture)).toBe(picture)
  })

  it.each(['II', 'MM'] as const)('stays upright: of Exif in order %s the orientation is kept', (order) => {
    expect(stripLocation(jpeg(turned(order, 6), jfif))).toEqual(jpeg(uprightSix, jfif))
    expect(stripLocation(jpeg(turned(order, 1), jfif))).toEqual(jpeg(jfif))
  })

  it('is parsed wherever it is truncated', () => {
    const whole = jpeg(turned('II', 6), segment(0xe1, place), jfif)
    for (let length = 0; length <= whole.length; length += 1) stripLocation(whole.slice(0, length))
  })
})

/** APP1 with one entry: orientation 6. */
const uprightSix = segment(0xe1, [
  ...bytes('Exif\0\0MM', [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]),
])

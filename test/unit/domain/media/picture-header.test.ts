import { describe, expect, it } from 'vitest'
import { pictureEncoding, readPictureFacts } from '#domain/media/picture-size.ts'

const bytes = (...parts: readonly (string | readonly number[] | Uint8Array)[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? Array.from(part, (letter) => letter.charCodeAt(0)) : [...part],
    ),
  )
const chunk = (name: string, length = 0) =>
  bytes(
    [0, 0, 0, length],
    name,
    Array.from({ length: length + 4 }, () => 0),
  )
const png = (...names: readonly string[]) =>
  bytes('\x89PNG\r\n\x1a\n', ...['IHDR', ...names, 'IDAT'].map((name) => [...chunk(name, 13)]))
const webp = (flags: number) => bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, flags, 0, 0, 0])
const segment = (marker: number, text: string) => [...[0xff, marker, 0, text.length + 2], ...bytes(text)]
const jpeg = (...segments: readonly (readonly number[])[]) =>
  bytes([0xff, 0xd8], ...segments, [0xff, 0xda, 0, 2], 'pixels and pixels')
const jfif = segment(0xe0, 'JFIF\0and more')
const exif = segment(0xe1, 'Exif\0\0place')
const xmpName = 'http://ns.adobe.com/xap/1.0/\0'
const ended = (trailer: string) =>
  bytes([0xff, 0xd8], jfif, [0xff, 0xda, 0, 2], 'px', [0xff, 0, 0xff, 0xd0], 'px', [0xff, 0xd9], trailer)
const pngWith = (name: string, text: string) => bytes(png(), [0, 0, 0, text.length], name, text, [0, 0, 0, 0])
const webpWith = (name: string) => bytes(webp(0), [0, 0, 0, 0, 0, 0], name, [2, 0, 0, 0, 0x3c, 0x78])
const box = (brand: string) => bytes([0, 0, 0, 24], 'ftyp', brand, [0, 0, 0, 0])

const still = { isAnimated: false, mayHoldLocation: false }
const telling = { isAnimated: false, mayHoldLocation: true }

describe('the type of a picture by its bytes', () => {
  it.each([
    ['a PNG', png(), { type: 'image/png', ...still }],
    ['an animated PNG', png('acTL'), { type: 'image/png', isAnimated: true, mayHoldLocation: false }],
    ['a PNG with Exif', png('gAMA', 'eXIf'), { type: 'image/png', isAnimated: false, mayHoldLocation: true }],
    ['a JPEG', jpeg(jfif), { type: 'image/jpeg', ...still }],
    ['a JPEG with Exif', jpeg(jfif, exif), { type: 'image/jpeg', isAnimated: false, mayHoldLocation: true }],
    ['Exif behind the pixels', jpeg(jfif, segment(0xda, ''), exif), { type: 'image/jpeg', ...telling }],
    ['a JPEG with XMP', jpeg(jfif, segment(0xe1, xmpName)), { type: 'image/jpeg', ...telling }],
    ['a JPEG with IPTC', jpeg(jfif, segment(0xed, 'Photoshop 3.0\0')), { type: 'image/jpeg', ...telling }],
    ['a JPEG with another behind it', jpeg(segment(0xe2, 'MPF\0II')), { type: 'image/jpeg', ...telling }],
    ['a JPEG with colours alone', jpeg(segment(0xe2, 'ICC_PROFILE\0')), { type: 'image/jpeg', ...still }],
    ['a JPEG whose end is not the end', ended('a film'), { type: 'image/jpeg', ...telling }],
    ['a JPEG that ends', ended(''), { type: 'image/jpeg', ...still }],
    ['a PNG with XMP', pngWith('iTXt', 'XML:com.adobe.xmp\0'), { type: 'image/png', ...telling }],
    [
      'a PNG with Exif in text',
      pngWith('zTXt', 'Raw profile type exif\0'),
      { type: 'image/png', ...telling },
    ],
    [
      'a PNG with APP1 in text',
      pngWith('tEXt', 'Raw profile type APP1\0'),
      { type: 'image/png', ...telling },
    ],
    ['a PNG with words', pngWith('tEXt', 'Software\0Paint'), { type: 'image/png', ...still }],
    ['a PNG with Exif behind its pixels', png('IDAT', 'eXIf'), { type: 'image/png', ...telling }],
    ['a WebP with XMP', webp(4), { type: 'image/webp', ...telling }],
    ['a WebP with a chunk of XMP', webpWith('XMP '), { type: 'image/webp', ...telling }],
    ['a GIF', bytes('GIF89a'), { type: 'image/gif', isAnimated: true, mayHoldLocation: false }],
    ['a WebP', webp(0), { type: 'image/webp', ...still }],
    ['an animated WebP', webp(2), { type: 'image/webp', isAnimated: true, mayHoldLocation: false }],
    ['a WebP with Exif', webp(8), { type: 'image/webp', isAnimated: false, mayHoldLocation: true }],
    ['HEIC', box('heic'), { type: 'image/heic', ...still }],
    ['HEIF', box('mif1'), { type: 'image/heic', ...still }],
    ['AVIF', box('avif'), { type: 'image/avif', ...still }],
    ['a video', box('isom'), { type: undefined, ...still }],
    ['nothing', bytes(), { type: undefined, ...still }],
    ['a JPEG cut off', bytes([0xff, 0xd8, 0xff]), { type: 'image/jpeg', ...still }],
    ['a PNG cut off', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0]), { type: 'image/png', ...still }],
    [
      'a PNG with a huge chunk',
      bytes('\x89PNG\r\n\x1a\n', [255, 255, 255, 255], 'IHDR'),
      { type: 'image/png', ...still },
    ],
  ])('%s', (_, header, facts) => {
    expect(readPictureFacts(header)).toEqual(facts)
  })
})

describe('the preparation of a picture', () => {
  const small = { width: 300, height: 200 }
  const tall = { width: 2000, height: 2048 }
  const scaled = { width: 1000, height: 1024 }

  it.each([
    ['a tall PNG', png(), tall, { ...scaled, type: 'image/png' }],
    ['a tall JPEG', jpeg(), tall, { ...scaled, type: 'image/jpeg' }],
    ['a tall BMP', bytes('BM'), tall, { ...scaled, type: 'image/webp' }],
    ['a tall WebP', webp(0), tall, { ...scaled, type: 'image/webp' }],
    ['a small BMP', bytes('BM'), small, { ...small, type: 'image/webp' }],
    ['a small JPEG that may tell a place', jpeg(exif), small, { ...small, type: 'image/jpeg' }],
  ])('%s is redrawn [MEDIAT-02 MEDIAT-03]', (_, header, size, work) => {
    expect(pictureEncoding(readPictureFacts(header), size)).toEqual(work)
  })

  it.each([
    ['HEIC', box('heic')],
    ['HEIF', box('msf1')],
    ['AVIF', box('avif')],
  ])('%s passes through unchanged [MEDIAT-04]', (_, header) => {
    expect(pictureEncoding(readPictureFacts(header), tall)).toBeUndefined()
  })

  it.each([
    ['a GIF', bytes('GIF89a')],
    ['an animated PNG', png('acTL')],
    ['an animated WebP', webp(2)],
  ])('%s is sent unchanged, because a scaled copy would not move', (_, header) => {
    expect(pictureEncoding(readPictureFacts(header), tall)).toBeUndefined()
  })

  it.each([
    ['PNG', png()],
    ['JPEG', jpeg(jfif)],
    ['WebP', webp(0)],
  ])('a small %s is sent unchanged', (_, header) => {
    expect(pictureEncoding(readPictureFacts(header), small)).toBeUndefined()
  })
})

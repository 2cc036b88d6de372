/** A segment of a picture file in its format. */
export interface PicturePart {
  /** The chunk's name in PNG and WebP, the marker in hexadecimal in JPEG. */
  readonly name: string
  readonly from: number
  /** The offset after its last byte. */
  readonly to: number
  /** Whether it may include the location: Exif, XMP, IPTC, or further pictures with their own metadata. */
  readonly mayHoldLocation: boolean
}

export const textAt = (bytes: Uint8Array, offset: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + length))
const wordAt = (bytes: Uint8Array, offset: number, isLittleEndian = false): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset, isLittleEndian)

/** Returns the segments of a PNG, JPEG or WebP in order, as far as its bytes go; none for another type. */
export function partsOf(type: string | undefined, bytes: Uint8Array): Iterable<PicturePart> {
  if (type === 'image/png') return pngParts(bytes)
  if (type === 'image/jpeg') return jpegParts(bytes)
  return type === 'image/webp' ? webpParts(bytes) : []
}

const pngSignature = 8
const pngTexts: readonly string[] = ['tEXt', 'zTXt', 'iTXt']
/** The names under which image programs write Exif, XMP and IPTC as text. */
const locationKeyword = /^(Raw profile type|XML:com\.adobe\.xmp)/i

function* pngParts(bytes: Uint8Array): Generator<PicturePart> {
  let from = pngSignature
  let name = ''
  while (from + 8 <= bytes.length && name !== 'IEND') {
    name = textAt(bytes, from + 4, 4)
    const to = Math.min(bytes.length, from + 12 + wordAt(bytes, from))
    const mayHaveLocation = pngTexts.includes(name) && locationKeyword.test(textAt(bytes, from + 8, 40))
    yield { name, from, to, mayHoldLocation: name === 'eXIf' || mayHaveLocation }
    from = to
  }
  if (from < bytes.length) yield { name: '', from, to: bytes.length, mayHoldLocation: name === 'IEND' }
}

const webpHeader = 12

function* webpParts(bytes: Uint8Array): Generator<PicturePart> {
  for (let from = webpHeader; from + 8 <= bytes.length; ) {
    const name = textAt(bytes, from, 4)
    const length = wordAt(bytes, from + 4, true)
    const to = Math.min(bytes.length, from + 8 + length + (length % 2))
    yield { name, from, to, mayHoldLocation: name === 'EXIF' || name === 'XMP ' }
    from = to
  }
}

const endOfImage = 'd9'
const startOfScan = 'da'

function* jpegParts(bytes: Uint8Array): Generator<PicturePart> {
  let from = 2
  while (from + 2 <= bytes.length && bytes[from] === 0xff) {
    const name = (bytes[from + 1] ?? 0).toString(16)
    const to = Math.min(bytes.length, jpegPartEnd(bytes, from, name))
    yield { name, from, to, mayHoldLocation: isTellingSegment(bytes, from, name) }
    from = to
    if (name === endOfImage) break
  }
  // Further pictures with their own metadata, and films, follow the end of the first one.
  if (from + 2 <= bytes.length) yield { name: '', from, to: bytes.length, mayHoldLocation: true }
}

function jpegPartEnd(bytes: Uint8Array, from: number, name: string): number {
  if (name === endOfImage) return from + 2
  if (from + 4 > bytes.length) return bytes.length
  const end = from + 2 + Math.max(2, wordAt(bytes, from) & 0xffff)
  return name === startOfScan ? scanEnd(bytes, end) : end
}

/** Returns the next marker. In pixel data 0xff is followed by 0 or by a restart number. */
function scanEnd(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at >= 0) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at = bytes.indexOf(0xff, at + 1)
  }
  return bytes.length
}

/** APP1 is Exif and XMP, APP13 is IPTC, APP2 may announce more pictures. */
const isTellingSegment = (bytes: Uint8Array, from: number, name: string): boolean =>
  name === 'e1' || name === 'ed' || (name === 'e2' && textAt(bytes, from + 4, 4) === 'MPF\0')

const brandOf = (bytes: Uint8Array): string => (textAt(bytes, 4, 4) === 'ftyp' ? textAt(bytes, 8, 4) : '')

const types: readonly { readonly type: string; readonly isType: (bytes: Uint8Array) => boolean }[] = [
  { type: 'image/png', isType: (bytes) => textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' },
  { type: 'image/jpeg', isType: (bytes) => textAt(bytes, 0, 3) === '\xff\xd8\xff' },
  { type: 'image/gif', isType: (bytes) => /^GIF8[79]a/.test(textAt(bytes, 0, 6)) },
  {
    type: 'image/webp',
    isType: (bytes) => textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP',
  },
  { type: 'image/avif', isType: (bytes) => /^avi[fs]$/.test(brandOf(bytes)) },
  { type: 'image/heic', isType: (bytes) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brandOf(bytes)) },
  { type: 'image/bmp', isType: (bytes) => textAt(bytes, 0, 2) === 'BM' },
]

/** Returns the type of a picture by its first bytes, not by its name; undefined if unknown. */
export const pictureType = (bytes: Uint8Array): string | undefined =>
  types.find(({ isType }) => isType(bytes))?.type

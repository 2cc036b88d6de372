/** What the first bytes of a picture tell before it is decoded. */
export interface PictureFacts {
  /** By its bytes, whatever it is called; undefined for what we do not know. */
  readonly type: string | undefined
  readonly isAnimated: boolean
  /** Whether it carries Exif, which may say where it was taken. */
  readonly hasExif: boolean
}

/** As much of a file as is looked at, bytes. */
export const headerLength = 262_144

/** Reads what kind of picture it is from its first bytes. */
export function readPictureFacts(bytes: Uint8Array): PictureFacts {
  const type = types.find(({ isType }) => isType(bytes))?.type
  return {
    type,
    isAnimated: animationMark(type, bytes),
    hasExif: type === 'image/jpeg' ? jpegHasExif(bytes) : containerHasExif(type, bytes),
  }
}

const textAt = (bytes: Uint8Array, offset: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + length))
const wordAt = (bytes: Uint8Array, offset: number): number =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset)

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

/** A GIF counts as animated without being walked through: it may have thousands of frames. */
function animationMark(type: string | undefined, bytes: Uint8Array): boolean {
  if (type === 'image/gif') return true
  if (type === 'image/webp') return textAt(bytes, 12, 4) === 'VP8X' && hasFlag(bytes, 20, 0x02)
  return type === 'image/png' && pngChunks(bytes).includes('acTL')
}

function containerHasExif(type: string | undefined, bytes: Uint8Array): boolean {
  if (type === 'image/webp') return textAt(bytes, 12, 4) === 'VP8X' && hasFlag(bytes, 20, 0x08)
  return type === 'image/png' && pngChunks(bytes).includes('eXIf')
}

const hasFlag = (bytes: Uint8Array, offset: number, flag: number): boolean =>
  ((bytes[offset] ?? 0) & flag) !== 0

/** Names of the chunks in front of a PNG's pixels. */
function pngChunks(bytes: Uint8Array): readonly string[] {
  const names: string[] = []
  for (let at = 8; at + 8 <= bytes.length; at += 12 + wordAt(bytes, at)) {
    const name = textAt(bytes, at + 4, 4)
    if (name === 'IDAT') break
    names.push(name)
  }
  return names
}

/** Walks the segments in front of a JPEG's pixels. */
function jpegHasExif(bytes: Uint8Array): boolean {
  for (let at = 2; at + 10 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]
    if (marker === 0xda) return false
    if (marker === 0xe1 && textAt(bytes, at + 4, 4) === 'Exif') return true
    at += 2 + (wordAt(bytes, at) & 0xffff)
  }
  return false
}

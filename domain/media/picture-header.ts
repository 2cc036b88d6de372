import { partsOf, pictureType, textAt } from './picture-parts.ts'

/** What the bytes of a picture tell before it is decoded. */
export interface PictureFacts {
  /** By its bytes, whatever it is called; undefined for what we do not know. */
  readonly type: string | undefined
  readonly isAnimated: boolean
  /** Whether it carries data that may say where it was taken: Exif, XMP, IPTC (DEC-159). */
  readonly mayHoldLocation: boolean
}

/** As much of a file as says what it is, bytes; what it carries may stand anywhere. */
export const headerLength = 262_144

/** Reads what kind of picture it is from its first bytes, and from all of them what it carries. */
export function readPictureFacts(bytes: Uint8Array): PictureFacts {
  const type = pictureType(bytes)
  return { type, isAnimated: animationMark(type, bytes), mayHoldLocation: tellsPlace(type, bytes) }
}

/** A GIF counts as animated without being walked through: it may have thousands of frames. */
function animationMark(type: string | undefined, bytes: Uint8Array): boolean {
  if (type === 'image/gif') return true
  if (type === 'image/webp') return hasFlag(bytes, 0x02)
  if (type !== 'image/png') return false
  for (const { name } of partsOf(type, bytes)) {
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
  }
  return false
}

function tellsPlace(type: string | undefined, bytes: Uint8Array): boolean {
  if (type === 'image/webp' && hasFlag(bytes, 0x08 | 0x04)) return true
  for (const { mayHoldLocation } of partsOf(type, bytes)) if (mayHoldLocation) return true
  return false
}

/** Whether a WebP's extended header has one of these flags. */
const hasFlag = (bytes: Uint8Array, flags: number): boolean =>
  textAt(bytes, 12, 4) === 'VP8X' && ((bytes[20] ?? 0) & flags) !== 0

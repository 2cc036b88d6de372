import { partsOf, pictureType, textAt } from './picture-parts.ts'

/** What the bytes of a picture say before it is decoded. */
export interface PictureHeader {
  /** The type by its bytes, not by its name; undefined if unknown. */
  readonly type: string | undefined
  readonly isAnimated: boolean
  /** Whether it contains data that may include the location: Exif, XMP, IPTC (DEC-159). */
  readonly mayHoldLocation: boolean
}

/** The number of bytes needed to detect the type. Metadata may follow anywhere. */
export const headerLength = 262_144

/** Detects the type from the first bytes, and metadata from all of them. */
export function readPictureFacts(bytes: Uint8Array): PictureHeader {
  const type = pictureType(bytes)
  return { type, isAnimated: animationMark(type, bytes), mayHoldLocation: tellsPlace(type, bytes) }
}

/** A GIF counts as animated without parsing it, because it may have thousands of frames. */
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

import { partsOf, pictureType, textAt } from './picture-parts.ts'

export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** The maximum height of a sent picture, px. Smaller pictures are not enlarged (DEC-84) [MEDIAT-02]. */
const scaledHeight = 1024

/** Returns the size to which a picture is scaled, both sides even; undefined if it is not scaled. */
export function scaledSize({ width, height }: PixelSize): PixelSize | undefined {
  if (height <= scaledHeight) return undefined
  return { width: Math.max(2, 2 * Math.round((width * scaledHeight) / height / 2)), height: scaledHeight }
}

export type ScaledType = 'image/png' | 'image/jpeg' | 'image/webp'

/** Returns the format of a scaled picture: png and jpeg stay, others become webp [MEDIAT-03]. */
export const scaledType = (type: string): ScaledType => {
  if (type === 'image/png') return 'image/png'
  return type === 'image/jpeg' || type === 'image/jpg' ? 'image/jpeg' : 'image/webp'
}

const untouched: ReadonlySet<string> = new Set(['image/heic', 'image/heif', 'image/avif', 'image/gif'])

/** Formats that are not scaled [MEDIAT-04], among them GIF, because a scaled copy would not be animated. */
export const isNeverScaled = (type: string): boolean => untouched.has(type)

/** The output of a picture that is encoded again. */
export interface PictureEncoding extends PixelSize {
  readonly type: ScaledType
}

/**
 * Returns how to encode a picture of `size`; undefined if it is sent unchanged. An animated one stays unchanged,
 * because a scaled copy would not be animated. One that may include its location is encoded again even if it is small
 * enough (DEC-159).
 */
export function pictureEncoding(
  { type, isAnimated, mayHoldLocation }: PictureHeader,
  size: PixelSize,
): PictureEncoding | undefined {
  if (isAnimated || (type !== undefined && isNeverScaled(type))) return undefined
  const written = scaledType(type ?? '')
  const scaled = scaledSize(size)
  if (!scaled && type === written && !mayHoldLocation) return undefined
  const { width, height } = scaled ?? size
  return { width, height, type: written }
}

/** The box of a picture in a conversation, before and after it is loaded. */
export interface PictureBox {
  /** Maximum width, px. */
  readonly width: number
  /** Aspect ratio, width by height. */
  readonly ratio: number
}

/** The maximum width of an inline picture, px. */
const widest = 320
/** The minimum width, px: the time of the message must fit. */
const narrowest = 120
/** Aspect ratios beyond these limits are clamped. */
const longestRatio = 4
/** The box of a picture of unknown size. */
const unknownBox: PictureBox = { width: 240, ratio: 4 / 3 }

/**
 * Returns the box of a picture by its size in pixels. The same size gives the same box, so that loading moves nothing.
 */
export function pictureBox(size: {
  readonly width?: number | undefined
  readonly height?: number | undefined
}): PictureBox {
  const { width = 0, height = 0 } = size
  if (width <= 0 || height <= 0) return unknownBox
  const ratio = Math.min(longestRatio, Math.max(1 / longestRatio, width / height))
  return { width: Math.min(widest, Math.max(narrowest, width)), ratio }
}

/** What the bytes of a picture say before it is decoded. */
interface PictureHeader {
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

/** Returns whether a picture can be cropped and turned. An animated one cannot, because its copy would not be animated. */
export function canEditPicture(header: Uint8Array): boolean {
  const { type, isAnimated } = readPictureFacts(header)
  return type !== undefined && !isAnimated
}

/** A GIF counts as animated without parsing it, because it may have thousands of frames. */
function animationMark(type: string | undefined, bytes: Uint8Array): boolean {
  if (type === 'image/gif') return true
  if (type === 'image/webp') return hasFlag(bytes, 0x02)
  if (type === 'image/avif') return textAt(bytes, 8, 4) === 'avis'
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

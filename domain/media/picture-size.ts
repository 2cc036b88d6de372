import type { PictureFacts } from './picture-header.ts'

export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** Pictures are scaled down to this height, px; never up (DEC-84) [MEDIAT-02]. */
const scaledHeight = 1024

/** The size a picture is scaled to, both sides even; undefined when it stays as it is. */
export function scaledSize({ width, height }: PixelSize): PixelSize | undefined {
  if (height <= scaledHeight) return undefined
  return { width: Math.max(2, 2 * Math.round((width * scaledHeight) / height / 2)), height: scaledHeight }
}

export type ScaledType = 'image/png' | 'image/jpeg' | 'image/webp'

/** The format a scaled picture is written in: png and jpeg keep theirs, others become webp [MEDIAT-03]. */
export const scaledType = (type: string): ScaledType => {
  if (type === 'image/png') return 'image/png'
  return type === 'image/jpeg' || type === 'image/jpg' ? 'image/jpeg' : 'image/webp'
}

const untouched: ReadonlySet<string> = new Set(['image/heic', 'image/heif', 'image/avif', 'image/gif'])

/** Formats that go through as they are [MEDIAT-04]; a GIF too, whose scaled copy would stand still. */
export const passesThrough = (type: string): boolean => untouched.has(type)

/** What a picture is written as, when it is written anew. */
export interface PictureWork extends PixelSize {
  readonly type: ScaledType
}

/**
 * What is to be made of a picture of `size`; undefined when it is sent byte for byte. One that moves stays as it is, since a
 * scaled copy would stand still; one that may say where it was taken is drawn anew even when it is small enough (DEC-159).
 */
export function pictureWork(
  { type, isAnimated, mayHoldLocation }: PictureFacts,
  size: PixelSize,
): PictureWork | undefined {
  if (isAnimated || (type !== undefined && passesThrough(type))) return undefined
  const written = scaledType(type ?? '')
  const scaled = scaledSize(size)
  if (!scaled && type === written && !mayHoldLocation) return undefined
  const { width, height } = scaled ?? size
  return { width, height, type: written }
}

/** The place a picture takes in a conversation before and after it is loaded. */
export interface PictureBox {
  /** Widest it may get, px. */
  readonly width: number
  /** Width by height. */
  readonly ratio: number
}

/** Widest a picture is drawn inline, px. */
const widest = 320
/** Narrower than this its time would not fit, px. */
const narrowest = 120
/** Beyond this a strip is drawn in a box of bounded shape. */
const longestRatio = 4
/** For a picture whose size nobody knows. */
const unknownBox: PictureBox = { width: 240, ratio: 4 / 3 }

/** The box of a picture by its size in pixels; always the same for the same size, so that loading moves nothing. */
export function pictureBox(size: {
  readonly width?: number | undefined
  readonly height?: number | undefined
}): PictureBox {
  const { width = 0, height = 0 } = size
  if (width <= 0 || height <= 0) return unknownBox
  const ratio = Math.min(longestRatio, Math.max(1 / longestRatio, width / height))
  return { width: Math.min(widest, Math.max(narrowest, width)), ratio }
}

import type { PictureFacts } from './picture-header.ts'
import { withExtension } from './transcoding-rules.ts'

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
  { type, isAnimated, mayTellPlace }: PictureFacts,
  size: PixelSize,
): PictureWork | undefined {
  if (isAnimated || (type !== undefined && passesThrough(type))) return undefined
  const written = scaledType(type ?? '')
  const scaled = scaledSize(size)
  if (!scaled && type === written && !mayTellPlace) return undefined
  const { width, height } = scaled ?? size
  return { width, height, type: written }
}

const extensions = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const

/** A file's name with the extension of the format it was written in. */
export const renamedTo = (name: string, type: keyof typeof extensions): string =>
  withExtension(name, extensions[type])

import type { PixelSize } from './picture-size.ts'

/** A rectangle of a picture as it is shown, in percent of its width and height. */
export interface CropArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The changes of a picture: it is turned, then mirrored, then cropped. */
export interface PictureEdit {
  /** Clockwise quarter turns, 0 to 3. */
  readonly turns: number
  /** Whether left and right are swapped after the turn. */
  readonly isMirrored: boolean
  readonly crop: CropArea
}

const wholePicture: CropArea = { x: 0, y: 0, width: 100, height: 100 }

export const unedited: PictureEdit = { turns: 0, isMirrored: false, crop: wholePicture }

/** Turns what is shown by a quarter, clockwise for 1. The crop keeps its part of the picture. */
export const turnPicture = ({ turns, isMirrored, crop }: PictureEdit, by: 1 | -1): PictureEdit => {
  const { x, y, width, height } = crop
  // A mirrored picture turns the other way below its mirror.
  const next = turns + (isMirrored ? -by : by) + 4
  const corner = by === 1 ? { x: 100 - y - height, y: x } : { x: y, y: 100 - x - width }
  return { turns: next % 4, isMirrored, crop: { ...corner, width: height, height: width } }
}

/** Swaps left and right of what is shown. The crop keeps its part of the picture. */
export const mirrorPicture = ({ turns, isMirrored, crop }: PictureEdit): PictureEdit => ({
  turns,
  isMirrored: !isMirrored,
  crop: { ...crop, x: 100 - crop.x - crop.width },
})

/** Returns the size of the whole picture as it is shown. */
export const shownSize = ({ width, height }: PixelSize, { turns }: Pick<PictureEdit, 'turns'>): PixelSize =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

/** Crops to the largest centred rectangle of this aspect ratio; to the whole picture without one. */
export const cropToAspect = (
  picture: PixelSize,
  edit: PictureEdit,
  aspect: number | undefined,
): PictureEdit => {
  if (aspect === undefined) return { ...edit, crop: wholePicture }
  const shown = shownSize(picture, edit)
  const share = aspect / (shown.width / shown.height)
  const [width, height] = share < 1 ? [100 * share, 100] : [100, 100 / share]
  return { ...edit, crop: { x: (100 - width) / 2, y: (100 - height) / 2, width, height } }
}

/** Returns the cropped part of the shown picture in whole pixels, at least one, inside the picture. */
export const croppedPixels = (picture: PixelSize, edit: PictureEdit) => {
  const shown = shownSize(picture, edit)
  const { x, y, width, height } = edit.crop
  const [left, right] = pixels(x, width, shown.width)
  const [top, bottom] = pixels(y, height, shown.height)
  return { left, top, width: right - left, height: bottom - top }
}

/** Returns the first pixel of a part, and the one after its last. */
const pixels = (start: number, length: number, most: number): readonly [number, number] => {
  const from = clamp(Math.round((start * most) / 100), 0, most - 1)
  return [from, clamp(Math.round(((start + length) * most) / 100), from + 1, most)]
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

const isWhole = ({ x, y, width, height }: CropArea): boolean =>
  Math.max(x, y, 100 - width, 100 - height) < 0.01

/** Whether an edit changes nothing. */
export const isUnedited = ({ turns, isMirrored, crop }: PictureEdit): boolean =>
  turns === 0 && !isMirrored && isWhole(crop)

/** A part of a picture, in its pixels. */
interface Rectangle {
  readonly left: number
  readonly top: number
  readonly side: number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** How a picture lies in a square frame. */
export interface PicturePlacement {
  /** Clockwise quarter turns, 0 to 3. */
  readonly turns: number
  /** 1 fills the frame exactly; at most `maxZoom`. */
  readonly zoom: number
  /** The point of the picture in the centre of the frame, as fractions of its width and height before the turn. */
  readonly x: number
  readonly y: number
}

export const maxZoom = 4
export const centredPlacement: PicturePlacement = { turns: 0, zoom: 1, x: 0.5, y: 0.5 }

const sideOf = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

/** Keeps the frame inside the picture. */
const keepInside = (picture: Size, placement: PicturePlacement): PicturePlacement => {
  const zoom = clamp(placement.zoom, 1, maxZoom)
  const half = sideOf(picture, zoom) / 2
  const [marginX, marginY] = [half / picture.width, half / picture.height]
  return {
    turns: placement.turns,
    zoom,
    x: clamp(placement.x, marginX, 1 - marginX),
    y: clamp(placement.y, marginY, 1 - marginY),
  }
}

/** Turns the picture clockwise by a quarter; the centre stays. */
export const turnPicture = (placement: PicturePlacement): PicturePlacement => ({
  ...placement,
  turns: (placement.turns + 1) % 4,
})

/** Zooms around the centre of the frame, within the limits. */
export const zoomPicture = (picture: Size, placement: PicturePlacement, zoom: number): PicturePlacement =>
  keepInside(picture, { ...placement, zoom })

/** Moves the picture by fractions of the frame's side, to the right and down as the user sees it. */
export const movePicture = (
  picture: Size,
  placement: PicturePlacement,
  right: number,
  down: number,
): PicturePlacement => {
  const [dx, dy] = unturned(placement.turns, right, down)
  const side = sideOf(picture, placement.zoom)
  return keepInside(picture, {
    ...placement,
    x: placement.x - (dx * side) / picture.width,
    y: placement.y - (dy * side) / picture.height,
  })
}

/** Turns a direction on the screen back into the picture's own. */
const unturned = (turns: number, right: number, down: number): readonly [number, number] => {
  if (turns === 1) return [down, -right]
  if (turns === 2) return [-right, -down]
  return turns === 3 ? [-down, right] : [right, down]
}

/** Returns the square of the picture that the frame shows, before the turn. */
export const croppedSquare = (picture: Size, placement: PicturePlacement): Rectangle => {
  const { zoom, x, y } = keepInside(picture, placement)
  const side = sideOf(picture, zoom)
  return { left: rounded(x * picture.width - side / 2), top: rounded(y * picture.height - side / 2), side }
}

/** Rounds to thousandths of a pixel, so that inexact arithmetic does not reach beyond the picture. */
const rounded = (pixels: number): number => Math.round(pixels * 1000) / 1000

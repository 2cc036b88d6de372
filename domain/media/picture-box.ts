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

/** Where and when a finger or the mouse was. */
export interface PointerMoment {
  /** CSS px. */
  readonly x: number
  readonly y: number
  /** ms on the page's clock. */
  readonly at: number
}

/** A tap lasts and moves at most this long and far, ms and px [MEDIA-08]. */
const longestTap = 300
const farthestTap = 10
/** Two taps within this time are one double tap, ms [MEDIA-07]. */
const doubleTapTime = 300
/** A swipe down counts from this distance and speed, px and px/ms [MEDIA-09]. */
const swipeDistance = 40
const swipeSpeed = 0.2

/** Whether what began there and ended here was a tap [MEDIA-08]. */
export const isTap = (from: PointerMoment, to: PointerMoment): boolean =>
  to.at - from.at <= longestTap && Math.hypot(to.x - from.x, to.y - from.y) <= farthestTap

/** Whether a tap makes a double tap with the one before it; both are the moments at which they ended [MEDIA-07]. */
export const isDoubleTap = (first: PointerMoment | undefined, second: PointerMoment): boolean =>
  first !== undefined && second.at - first.at <= doubleTapTime

/** Whether a drag was a swipe down, which closes the viewer [MEDIA-09]. */
export function isSwipeDown(from: PointerMoment, to: PointerMoment): boolean {
  const distance = to.y - from.y
  if (distance < swipeDistance || distance <= Math.abs(to.x - from.x)) return false
  return distance >= swipeSpeed * (to.at - from.at)
}

/** How far a picture follows a finger that drags it down, px: not to the side, and not upwards. */
export function swipeTravel(from: PointerMoment, to: PointerMoment): number {
  const distance = to.y - from.y
  return distance > farthestTap && distance > Math.abs(to.x - from.x) ? distance : 0
}

/** How much a picture can be enlarged [MEDIA-04]. */
export const zoomRange = { smallest: 1, largest: 10 } as const
const doubleTapZoom = 2.5
const zoomStep = 1.5

const withinRange = (scale: number): number =>
  Math.min(zoomRange.largest, Math.max(zoomRange.smallest, scale))

/** Whether a picture is enlarged, so that a drag moves it and not the carousel. */
export const isEnlarged = (scale: number): boolean => scale > zoomRange.smallest + 0.01

/** The scale after a double tap: enlarged, or as it was. */
export const zoomAfterDoubleTap = (scale: number): number =>
  isEnlarged(scale) ? zoomRange.smallest : doubleTapZoom

/** The scale after a press of plus or minus. */
export const steppedZoom = (scale: number, way: 'in' | 'out'): number =>
  withinRange(way === 'in' ? scale * zoomStep : scale / zoomStep)

export type ViewerAct = 'previous' | 'next' | 'zoom-in' | 'zoom-out' | 'zoom-reset'

const actsOfKeys: Readonly<Record<string, ViewerAct>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  _: 'zoom-out',
  '0': 'zoom-reset',
}

/** What a key does in the viewer; undefined for any other key. Escape is the dialog's own. */
export const viewerAct = (key: string): ViewerAct | undefined =>
  Object.hasOwn(actsOfKeys, key) ? actsOfKeys[key] : undefined

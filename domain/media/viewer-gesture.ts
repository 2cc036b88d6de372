/** The position and time of a pointer event. */
export interface PointerSample {
  /** CSS px. */
  readonly x: number
  readonly y: number
  /** ms on the page's clock. */
  readonly at: number
}

/** The maximum duration and movement of a tap, ms and px [MEDIA-08]. */
const longestTap = 300
const farthestTap = 10
/** Two taps within this time are a double tap, ms [MEDIA-07]. */
const doubleTapTime = 300
/** The minimum distance and speed of a swipe down, px and px/ms [MEDIA-09]. */
const swipeDistance = 40
const swipeSpeed = 0.2

/** Whether a press and a release form a tap [MEDIA-08]. */
export const isTap = (from: PointerSample, to: PointerSample): boolean =>
  to.at - from.at <= longestTap && Math.hypot(to.x - from.x, to.y - from.y) <= farthestTap

/** Whether a tap and the previous one form a double tap; both are the times of release [MEDIA-07]. */
export const isDoubleTap = (first: PointerSample | undefined, second: PointerSample): boolean =>
  first !== undefined && second.at - first.at <= doubleTapTime

/** Whether a drag was a swipe down, which closes the viewer [MEDIA-09]. */
export function isSwipeDown(from: PointerSample, to: PointerSample): boolean {
  const distance = to.y - from.y
  if (distance < swipeDistance || distance <= Math.abs(to.x - from.x)) return false
  return distance >= swipeSpeed * (to.at - from.at)
}

/** Returns how far a picture follows a drag, px: only downwards. */
export function swipeTravel(from: PointerSample, to: PointerSample): number {
  const distance = to.y - from.y
  return distance > farthestTap && distance > Math.abs(to.x - from.x) ? distance : 0
}

/** The range of zoom [MEDIA-04]. */
export const zoomRange = { smallest: 1, largest: 10 } as const
const doubleTapZoom = 2.5
const zoomStep = 1.5

const withinRange = (scale: number): number =>
  Math.min(zoomRange.largest, Math.max(zoomRange.smallest, scale))

/** Whether a picture is zoomed in, so that a drag moves the picture and not the carousel. */
export const isEnlarged = (scale: number): boolean => scale > zoomRange.smallest + 0.01

/** Returns the scale after a double tap, which toggles the zoom. */
export const zoomAfterDoubleTap = (scale: number): number =>
  isEnlarged(scale) ? zoomRange.smallest : doubleTapZoom

/** Returns the scale after plus or minus was pressed. */
export const steppedZoom = (scale: number, way: 'in' | 'out'): number =>
  withinRange(way === 'in' ? scale * zoomStep : scale / zoomStep)

export type ViewerKeyAction = 'previous' | 'next' | 'zoom-in' | 'zoom-out' | 'zoom-reset'

const actsOfKeys: Readonly<Record<string, ViewerKeyAction>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  '+': 'zoom-in',
  '=': 'zoom-in',
  '-': 'zoom-out',
  _: 'zoom-out',
  '0': 'zoom-reset',
}

/** Returns the action of a key in the viewer; undefined for any other key. The dialog handles Escape. */
export const viewerKeyAction = (key: string): ViewerKeyAction | undefined =>
  Object.hasOwn(actsOfKeys, key) ? actsOfKeys[key] : undefined

/** The distances of sideways swipes, CSS px, and their speed, px/ms. */
export const swipeLimits = {
  /** A swipe back starts this close to the page's leading edge, and others start farther away. */
  edge: 24,
  /** A finger that has moved this far swipes or scrolls. */
  decided: 10,
  /** A swipe back goes back from this distance on, or from this speed on. */
  back: 96,
  backSpeed: 0.4,
  /** A row's swipe has a first action from here, and a second one from there. */
  row: 64,
  farRow: 160,
  /** A row follows the finger no farther than this. */
  mostRow: 208,
} as const

/** A point of a finger. `x` grows in the direction of the text, CSS px; `at`: ms. */
export interface FingerPoint {
  readonly x: number
  readonly y: number
  readonly at: number
}

/**
 * A sideways swipe of one finger.
 *
 *   idle ── touched ──► pressed ── 10 px sideways ──► swiping ── released, cancelled ──► idle
 *    ▲                    │
 *    └── 10 px up or down, released, cancelled
 */
export type Swipe =
  | { readonly state: 'idle' }
  | { readonly state: 'pressed'; readonly from: FingerPoint }
  /** `distance` is signed. */
  | { readonly state: 'swiping'; readonly from: FingerPoint; readonly distance: number; readonly at: number }

export const noSwipe: Swipe = { state: 'idle' }

/** Returns the swipe after a finger has moved: the same reference if nothing changed. */
export function moveSwipe(swipe: Swipe, { x, y, at }: FingerPoint): Swipe {
  if (swipe.state === 'idle') return swipe
  const { from } = swipe
  const distance = x - from.x
  if (swipe.state === 'swiping') return { state: 'swiping', from, distance, at }
  const [across, along] = [Math.abs(distance), Math.abs(y - from.y)]
  if (Math.max(across, along) < swipeLimits.decided) return swipe
  // A finger that moves up or down scrolls; it does not swipe later.
  return across > along ? { state: 'swiping', from, distance, at } : noSwipe
}

/** Whether a finger at a distance from the leading edge starts a swipe back. Others may start a row's swipe. */
export const isAtEdge = (distanceFromEdge: number): boolean => distanceFromEdge <= swipeLimits.edge

/** Whether a released swipe goes back: it has moved far enough, or fast. */
export function goesBack(swipe: Swipe): boolean {
  if (swipe.state !== 'swiping' || swipe.distance < swipeLimits.decided) return false
  const time = Math.max(1, swipe.at - swipe.from.at)
  return swipe.distance >= swipeLimits.back || swipe.distance / time >= swipeLimits.backSpeed
}

/** The actions of a row's swipe. `read` and the others stand for their opposite in a row where they are done. */
export type RowSwipeAction = 'read' | 'hide' | 'pin' | 'mute'

/** Returns the action of a row that is released at a distance; undefined if it is too short. */
export function rowSwipeAction(distance: number): RowSwipeAction | undefined {
  const length = Math.abs(distance)
  if (length < swipeLimits.row) return undefined
  if (distance > 0) return length < swipeLimits.farRow ? 'read' : 'hide'
  return length < swipeLimits.farRow ? 'pin' : 'mute'
}

/** Returns how far a row has moved with the finger, signed. */
export const rowShift = (swipe: Swipe): number =>
  swipe.state === 'swiping'
    ? Math.max(-swipeLimits.mostRow, Math.min(swipeLimits.mostRow, Math.round(swipe.distance)))
    : 0

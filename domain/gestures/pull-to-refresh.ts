/** The distances of a pull, CSS px, and the pause before the refresh, ms [LAYOUT-09]. */
export const pullLimits = { start: 80, refresh: 240, most: 320, delay: 500 } as const

/**
 * A pull at the top of a page [LAYOUT-08].
 *
 *   idle ── 80 px ──► pulling ── released at 240 px ──► refreshing (after 500 ms the page refreshes)
 *    ▲                  │
 *    └── released before, or cancelled
 */
export type Pull =
  | { readonly state: 'idle'; readonly from: number | undefined }
  | { readonly state: 'pulling'; readonly from: number; readonly distance: number }
  | { readonly state: 'refreshing' }

export type PullSignal =
  /** One finger touches a page that is scrolled to its top. `y`: CSS px. */
  | { readonly type: 'touched'; readonly y: number }
  | { readonly type: 'moved'; readonly y: number }
  | { readonly type: 'released' }
  /** A second finger, a scroll, or the browser has taken the touch. */
  | { readonly type: 'cancelled' }

export const noPull: Pull = { state: 'idle', from: undefined }

/** Returns the pull after a signal: the same reference if nothing changed. */
export function nextPull(pull: Pull, signal: PullSignal): Pull {
  if (pull.state === 'refreshing') return pull
  if (signal.type === 'touched') return { state: 'idle', from: signal.y }
  if (signal.type === 'moved') return pull.from === undefined ? pull : moved(pull.from, signal.y)
  const isFar = pull.state === 'pulling' && pull.distance >= pullLimits.refresh
  if (signal.type === 'released' && isFar) return { state: 'refreshing' }
  return noPull
}

function moved(from: number, y: number): Pull {
  const distance = Math.min(y - from, pullLimits.most)
  // A finger that moves up scrolls; it does not pull later.
  if (distance < 0) return noPull
  return distance < pullLimits.start ? { state: 'idle', from } : { state: 'pulling', from, distance }
}

/** A keyboard covers at least this much of the window, CSS px [LAYOUT-10]. Browser bars are lower. */
const keyboardOffset = 300

/** Whether a keyboard on the screen covers a part of the window, by the heights of both, CSS px [LAYOUT-10]. */
export const isKeyboardOpen = (windowHeight: number, visibleHeight: number): boolean =>
  windowHeight - visibleHeight >= keyboardOffset

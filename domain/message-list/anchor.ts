import type { ScrollMetrics } from './scroll-mode.ts'

/** A message and how far its top stands below the top of the scroll container, px. */
export interface Placed {
  readonly key: string
  readonly offset: number
}

/** What is being read at one moment, from top to bottom. */
export interface Anchors {
  readonly placed: readonly Placed[]
  /** The scroll position at which they were measured, px. */
  readonly scrollTop: number
}

/**
 * Orders the messages that may hold the view: the topmost one that is wholly in view first, since what is read
 * starts there; the one cut by the upper edge only when nothing else is left, and last of all the `oldest` of the document,
 * which loses its head when older ones of its sender come above it.
 */
export function chooseAnchors(visible: readonly Placed[], oldest?: string): readonly Placed[] {
  const isOldest = ({ key }: Placed) => key === oldest
  const others = visible.filter((one) => !isOldest(one))
  const whole = others.filter(({ offset }) => offset >= 0)
  const cut = others.filter(({ offset }) => offset < 0)
  return [...whole, ...cut.reverse(), ...visible.filter(isOldest)]
}

/**
 * How far to scroll so that what was read stands where it stood: the first anchor that is still in the document
 * decides. `scrollTop` may have moved since the anchors were measured, which is the reader's own doing, unless the
 * document became too short for it: then the browser moved it.
 */
export function displacement(
  anchors: Anchors,
  metrics: ScrollMetrics,
  offsetOf: (key: string) => number | undefined,
): number {
  const farthest = metrics.scrollHeight - metrics.clientHeight
  const scrolled = anchors.scrollTop > farthest ? 0 : metrics.scrollTop - anchors.scrollTop
  for (const { key, offset } of anchors.placed) {
    const found = offsetOf(key)
    if (found !== undefined) return found - (offset - scrolled)
  }
  return 0
}

/** Whether nothing of what was drawn is drawn now: another stretch took its place, and there is nothing to hold on to. */
export function isReplaced(before: readonly string[], now: readonly string[]): boolean {
  const drawn = new Set(now)
  return before.length > 0 && now.length > 0 && !before.some((key) => drawn.has(key))
}

/**
 * By how much to push the messages down so that what was read stands exactly where it stood, px: a browser scrolls by whole
 * pixels of the screen, and heights have fractions. Takes how far to scroll and how far it went; more than a pixel is no
 * rounding but the end of the document, where nothing can be pushed.
 */
export function pushAfter(wanted: number, scrolled: number): number {
  const missing = wanted - scrolled
  return Math.abs(missing) < 1 ? 0 - missing : 0
}

/**
 * The stretch of items that a viewport shows, by binary search, so that a scroll costs a few measurements.
 * Takes the number of items in document order and their edges relative to the viewport's top, px.
 * Returns undefined when none is in view.
 */
export function findVisible(
  count: number,
  viewportHeight: number,
  edges: { topOf(index: number): number; bottomOf(index: number): number },
): { readonly first: number; readonly last: number } | undefined {
  const first = firstWhere(count, (index) => edges.bottomOf(index) > 0)
  const afterLast = firstWhere(count, (index) => edges.topOf(index) >= viewportHeight)
  return first < afterLast ? { first, last: afterLast - 1 } : undefined
}

/** The least index for which a condition holds that, once true, stays true; `count` when it never does. */
function firstWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}

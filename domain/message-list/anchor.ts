import type { ScrollMetrics } from './scroll-mode.ts'

/** A message and the distance of its top from the top of the scroll container, px. */
export interface MeasuredMessage {
  readonly key: string
  readonly offset: number
}

/** The messages in view at one moment, from top to bottom. */
export interface Anchors {
  readonly placed: readonly MeasuredMessage[]
  /** The scroll position at the time of measuring, px. */
  readonly scrollTop: number
}

/**
 * Orders the messages that may anchor the scroll position: first the topmost one wholly in view, because reading starts
 * there; then the one cut by the upper edge; last the `oldest` of the document, whose header disappears when older
 * messages of its sender are added above.
 */
export function chooseAnchors(
  visible: readonly MeasuredMessage[],
  oldest?: string,
): readonly MeasuredMessage[] {
  const isOldest = ({ key }: MeasuredMessage) => key === oldest
  const others = visible.filter((one) => !isOldest(one))
  const whole = others.filter(({ offset }) => offset >= 0)
  const cut = others.filter(({ offset }) => offset < 0)
  return [...whole, ...cut.reverse(), ...visible.filter(isOldest)]
}

/**
 * Returns how far to scroll so that the messages in view stay in place: the first anchor that is still in the document
 * decides. `scrollTop` may have changed since the anchors were measured because the reader scrolled, unless the
 * document became too short: then the browser moved it.
 */
export function scrollCorrection(
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

/** Whether none of the measured messages is in the document any more, so that no anchor is left. */
export function isReplaced(before: readonly string[], now: readonly string[]): boolean {
  const drawn = new Set(now)
  return before.length > 0 && now.length > 0 && !before.some((key) => drawn.has(key))
}

/**
 * Returns by how much to shift the messages so that they stay exactly in place, px. Browsers scroll by whole screen
 * pixels, but heights have fractions. Takes the wanted and the actual scroll distance; a difference above one pixel
 * means the end of the document and gives no shift.
 */
export function pushAfter(wanted: number, scrolled: number): number {
  const missing = wanted - scrolled
  return Math.abs(missing) < 1 ? 0 - missing : 0
}

/**
 * Returns the range of items in view, by binary search, so that a scroll needs few measurements. Takes the number of
 * items in document order and their edges relative to the viewport's top, px. Undefined if none is in view.
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

/** Returns the lowest index for which a monotonic condition holds; `count` if there is none. */
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

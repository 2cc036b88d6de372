/** The range of messages in the document: from `start` up to, not including, `end`. */
export interface MessageWindow {
  readonly start: number
  readonly end: number
}

/** The visible messages, both ends included. */
export interface VisibleRange {
  readonly first: number
  readonly last: number
}

/** The number of messages first rendered: one screen and `near` above it. The rest is added later. */
const opening = 50
/** The window moves when fewer than this many messages are left beyond the visible ones and more exist. */
const near = 30
/** The usual number of messages in the document, with the visible ones in the middle if possible. */
const most = 180

/** Opens at the newest message. */
export function windowAtTail(total: number): MessageWindow {
  return { start: Math.max(0, total - opening), end: total }
}

/** Opens around one message, with more room after it. */
export function windowAround(index: number, total: number): MessageWindow {
  return { start: Math.max(0, index - opening / 2), end: Math.min(total, index + opening) }
}

/** How the window changes when messages are added after it. */
export type AppendBehavior =
  /** The reader is at the newest message: the window follows and drops the oldest messages. */
  | 'tail'
  /** It reaches the newest message, but the reader is elsewhere: it adds what fits below. */
  | 'newest'
  | 'none'

/**
 * Returns where a range of messages starts now if it is unchanged. Checks only the given positions, so that the cost
 * depends on the range and not on the conversation. Undefined if it is at none of them.
 */
export function relocateRange(
  drawnKeys: readonly string[],
  keyAt: (index: number) => string | undefined,
  places: readonly number[],
): number | undefined {
  return places.find((start) => drawnKeys.every((key, offset) => keyAt(start + offset) === key))
}

/**
 * Returns the window after messages were added, removed or moved: from its first to its last message that still exists.
 */
export function keepWindow(
  drawnKeys: readonly string[],
  indexOf: (key: string) => number | undefined,
  total: number,
  following: AppendBehavior,
): MessageWindow {
  const kept = drawnKeys.map(indexOf).filter((index) => index !== undefined)
  if (kept.length === 0) return windowAtTail(total)

  const start = kept.reduce((least, index) => Math.min(least, index))
  const end = kept.reduce((greatest, index) => Math.max(greatest, index)) + 1
  if (following === 'tail') return { start: Math.max(start, total - most), end: total }
  if (following === 'newest') return { start, end: Math.max(end, Math.min(total, start + most)) }
  return { start, end }
}

/**
 * Moves the window if one of its edges is near the visible messages; otherwise returns the same window, even a small
 * one.
 */
export function fitWindow(current: MessageWindow, seen: VisibleRange, total: number): MessageWindow {
  const isShortAbove = current.start > 0 && seen.first - current.start < near
  const isShortBelow = current.end < total && current.end - 1 - seen.last < near
  return isShortAbove || isShortBelow ? withRoom(seen, total) : current
}

/** Returns a window with equal margins around the visible messages; one side gets what the other does not need. */
function withRoom(seen: VisibleRange, total: number): MessageWindow {
  const room = Math.max(most - (seen.last - seen.first + 1), 2 * near)
  const below = total - 1 - seen.last
  const up = Math.min(seen.first, room - Math.min(below, room / 2))
  const down = Math.min(below, room - up)
  return { start: Math.ceil(seen.first - up), end: Math.floor(seen.last + 1 + down) }
}

/** A selection keeps at most this many messages in the document. */
const maxSelected = 600

/**
 * Extends the window by the messages of a text selection, so that scrolling does not remove it, unless there are too
 * many.
 */
export function includeSelection(window: MessageWindow, selected: VisibleRange | undefined): MessageWindow {
  if (selected === undefined) return window
  const start = Math.min(window.start, selected.first)
  const end = Math.max(window.end, selected.last + 1)
  return end - start > maxSelected ? window : { start, end }
}

/** Whether a window shows so little beyond the visible messages that the next one cannot wait for a transition. */
export function isNearWindowEdge(current: MessageWindow, seen: VisibleRange, total: number): boolean {
  const isLastAbove = current.start > 0 && seen.first - current.start < near / 3
  const isLastBelow = current.end < total && current.end - 1 - seen.last < near / 3
  return isLastAbove || isLastBelow
}

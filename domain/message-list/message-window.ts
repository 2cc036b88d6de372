/** The stretch of messages that is in the document: from `start` up to, not including, `end`. */
export interface MessageWindow {
  readonly start: number
  readonly end: number
}

/** The messages that can be seen, both ends included. */
export interface VisibleStretch {
  readonly first: number
  readonly last: number
}

/** Messages in the document at the first paint: what a screen shows and `near` above it. The rest of the room is filled later. */
const opening = 50
/** With fewer than this beyond the visible ones, and more to show, the window moves on. */
const near = 30
/** As many messages are in the document as a rule, the visible ones in their middle where there are enough. */
const most = 180

/** Opens at the newest message. */
export function windowAtTail(total: number): MessageWindow {
  return { start: Math.max(0, total - opening), end: total }
}

/** Opens around one message, with more room after it. */
export function windowAround(index: number, total: number): MessageWindow {
  return { start: Math.max(0, index - opening / 2), end: Math.min(total, index + opening) }
}

/** How the window takes part when messages are added after it. */
export type Following =
  /** The reader is at the newest message: the window goes along, leaving the oldest behind. */
  | 'tail'
  /** It reaches the newest message, but the reader is elsewhere: it takes in what fits below. */
  | 'newest'
  | 'none'

/**
 * Where a stretch of messages starts now, if nothing in it changed: looked for at the given places only, so that it costs
 * its own length and not that of the conversation. Undefined when it stands at none of them.
 */
export function findStretch(
  drawnKeys: readonly string[],
  keyAt: (index: number) => string | undefined,
  places: readonly number[],
): number | undefined {
  return places.find((start) => drawnKeys.every((key, offset) => keyAt(start + offset) === key))
}

/**
 * Finds the window again by identity after messages came, went or moved: from the first to the last message that
 * is still there.
 */
export function keepWindow(
  drawnKeys: readonly string[],
  indexOf: (key: string) => number | undefined,
  total: number,
  following: Following,
): MessageWindow {
  const kept = drawnKeys.map(indexOf).filter((index) => index !== undefined)
  if (kept.length === 0) return windowAtTail(total)

  const start = kept.reduce((least, index) => Math.min(least, index))
  const end = kept.reduce((greatest, index) => Math.max(greatest, index)) + 1
  if (following === 'tail') return { start: Math.max(start, total - most), end: total }
  if (following === 'newest') return { start, end: Math.max(end, Math.min(total, start + most)) }
  return { start, end }
}

/** Moves the window on when one of its edges comes near what is seen. The same window while all is well, however small it is. */
export function fitWindow(current: MessageWindow, seen: VisibleStretch, total: number): MessageWindow {
  const isShortAbove = current.start > 0 && seen.first - current.start < near
  const isShortBelow = current.end < total && current.end - 1 - seen.last < near
  return isShortAbove || isShortBelow ? withRoom(seen, total) : current
}

/** Gives a small window all its room, for who searches the page or has it read; the same window when it has enough. */
export function fillWindow(current: MessageWindow, seen: VisibleStretch, total: number): MessageWindow {
  const isSmall = current.end - current.start < Math.min(total, most / 2)
  return isSmall ? withRoom(seen, total) : current
}

/** What is seen gets the same room on both sides, and what one side does not need goes to the other. */
function withRoom(seen: VisibleStretch, total: number): MessageWindow {
  const room = Math.max(most - (seen.last - seen.first + 1), 2 * near)
  const below = total - 1 - seen.last
  const up = Math.min(seen.first, room - Math.min(below, room / 2))
  const down = Math.min(below, room - up)
  return { start: Math.ceil(seen.first - up), end: Math.floor(seen.last + 1 + down) }
}

/** More than this many messages are not kept in the document for the sake of a selection. */
const mostHeld = 600

/** The window with the messages between which text is selected, so that scrolling does not undo that; without them where they are too many. */
export function withHeld(window: MessageWindow, held: VisibleStretch | undefined): MessageWindow {
  if (held === undefined) return window
  const start = Math.min(window.start, held.first)
  const end = Math.max(window.end, held.last + 1)
  return end - start > mostHeld ? window : { start, end }
}

/** Whether a window shows so little beyond what is seen that the next one cannot wait for an idle moment. */
export function isUrgent(current: MessageWindow, seen: VisibleStretch, total: number): boolean {
  const isLastAbove = current.start > 0 && seen.first - current.start < near / 3
  const isLastBelow = current.end < total && current.end - 1 - seen.last < near / 3
  return isLastAbove || isLastBelow
}

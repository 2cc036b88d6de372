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

/** Messages in the document when a conversation opens. */
const opening = 60
/** With fewer than this beyond the visible ones the window grows on that side … */
const near = 25
/** … until there are this many. */
const far = 60
/** Beyond this the window lets go on the side farther from what is seen. */
const most = 180

/** Opens at the newest message. */
export function windowAtTail(total: number): MessageWindow {
  return { start: Math.max(0, total - opening), end: total }
}

/** Opens around one message, with more room after it. */
export function windowAround(index: number, total: number): MessageWindow {
  return { start: Math.max(0, index - opening / 3), end: Math.min(total, index + opening) }
}

/** How the window takes part when messages are added after it. */
export type Following =
  /** The reader is at the newest message: the window goes along, leaving the oldest behind. */
  | 'tail'
  /** It reaches the newest message, but the reader is elsewhere: it takes in what fits below. */
  | 'newest'
  | 'none'

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

/** Grows the window where its edge comes near what is seen and lets go of what is far away. */
export function fitWindow(current: MessageWindow, seen: VisibleStretch, total: number): MessageWindow {
  let { start, end } = current
  if (seen.first - start < near) start = Math.max(0, seen.first - far)
  if (end - 1 - seen.last < near) end = Math.min(total, seen.last + 1 + far)
  if (end - start > most) {
    if (seen.first - start > end - seen.last) start = Math.max(start, seen.first - far)
    else end = Math.min(end, seen.last + 1 + far)
  }
  return start === current.start && end === current.end ? current : { start, end }
}

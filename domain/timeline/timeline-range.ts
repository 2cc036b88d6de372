import type { ContiguousRange, SequenceRange } from '../conversation/contiguous-ranges.ts'

/** The range that is shown. A detached window has newer messages beyond a gap above it. */
export interface TimelineRange extends SequenceRange {
  readonly isDetached: boolean
}

type Placed = ReadonlyMap<number, unknown>

/** Returns the newest loaded range; undefined if none is loaded. */
export function newestRange(placed: Placed): SequenceRange | undefined {
  if (placed.size === 0) return undefined
  let to = Number.NEGATIVE_INFINITY
  for (const sequence of placed.keys()) if (sequence > to) to = sequence
  return { from: startOf(placed, to), to }
}

/**
 * Returns the range to show: the one around the detached window's sequence number, or the next one above if that number
 * is gone. Without a detached window, and once it has reached the newest range, the newest range.
 */
export function selectRange(placed: Placed, detachedAt: number | undefined): TimelineRange | undefined {
  const newest = newestRange(placed)
  if (newest === undefined) return undefined
  const inside = detachedAt === undefined ? newest.to : firstFrom(placed, detachedAt, newest.to)
  if (inside >= newest.from) return { ...newest, isDetached: false }
  let to = inside
  while (placed.has(to + 1)) to += 1
  return { from: startOf(placed, inside), to, isDetached: true }
}

function startOf(placed: Placed, inside: number): number {
  let from = inside
  while (placed.has(from - 1)) from -= 1
  return from
}

/** Returns the lowest loaded number that is not below `sequence`. */
function firstFrom(placed: Placed, sequence: number, newest: number): number {
  if (placed.has(sequence)) return sequence
  let first = newest
  for (const one of placed.keys()) if (one >= sequence && one < first) first = one
  return first
}

/** The number of messages read from storage on either side of a jump target. */
const aroundIt = 100
/** The gap between a jump target and the newest range is read too if it has at most this many messages. */
const nearNewest = 1000

/**
 * Returns what to read from storage to show the messages around a sequence number: some on both sides, and all up to
 * the newest loaded range if that is near. Takes the stored range that contains the number, and the sequence number
 * below which everything was cleared.
 */
export function rangeToLoad(
  sequence: number,
  range: Pick<ContiguousRange, 'from' | 'to'>,
  newest: SequenceRange | undefined,
  cleared: number,
): SequenceRange {
  const from = Math.max(range.from, cleared + 1, sequence - aroundIt)
  const isNear = newest !== undefined && newest.from <= range.to + 1 && newest.from - sequence <= nearNewest
  const to = Math.min(range.to, isNear ? Math.max(newest.from - 1, sequence) : sequence + aroundIt)
  return { from, to }
}

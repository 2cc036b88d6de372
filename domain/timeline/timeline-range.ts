import type { ContiguousRange, SequenceRange } from '../conversation/contiguous-ranges.ts'

/** The stretch that is shown; an island has newer messages beyond a hole above it. */
export interface TimelineRange extends SequenceRange {
  readonly isDetached: boolean
}

type Placed = ReadonlyMap<number, unknown>

/** The newest stretch at hand; undefined when nothing is placed. */
export function newestRange(placed: Placed): SequenceRange | undefined {
  if (placed.size === 0) return undefined
  let to = Number.NEGATIVE_INFINITY
  for (const sequence of placed.keys()) if (sequence > to) to = sequence
  return { from: startOf(placed, to), to }
}

/**
 * Which stretch of what is at hand is shown: the one around the island's sequence number, or the next one above it when
 * that number is gone; the newest one without an island, and once the island has met it.
 */
export function selectRange(placed: Placed, island: number | undefined): TimelineRange | undefined {
  const newest = newestRange(placed)
  if (newest === undefined) return undefined
  const inside = island === undefined ? newest.to : firstFrom(placed, island, newest.to)
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

/** The lowest number at hand that is not below `sequence`. */
function firstFrom(placed: Placed, sequence: number, newest: number): number {
  if (placed.has(sequence)) return sequence
  let first = newest
  for (const one of placed.keys()) if (one >= sequence && one < first) first = one
  return first
}

/** As many messages are read from storage on either side of the one that is gone to. */
const aroundIt = 100
/** What is held between a message and the newest stretch is read with it when it is no more than this. */
const nearNewest = 1000

/**
 * What to read from storage to show what is held around a sequence number: some of it on both sides, and all up to what
 * is loaded of the newest stretch when that is near. Takes the range that holds it and the sequence number below which all
 * was cleared away.
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

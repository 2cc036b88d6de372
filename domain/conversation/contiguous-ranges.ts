import type { ServerId } from '#schemas/ids.ts'

/** A stretch of sequence numbers that is held without a hole, inclusive, with the server ids at its ends. */
export interface HeldRange {
  readonly from: number
  readonly to: number
  readonly fromId: ServerId
  readonly toId: ServerId
  /** All of it came by looking far back: what lies between it and the others was never missed. */
  readonly isApart?: boolean | undefined
}

/**
 * Adds one sequence number to ascending `ranges`, changed in place; any order and number gives the same ranges [LIFE-20].
 * A range is apart when all that it holds came apart.
 */
export function holdSequence(ranges: HeldRange[], sequence: number, id: ServerId, isApart = false): void {
  const at = indexOfNext(ranges, sequence)
  const before = ranges[at - 1]
  if (before && sequence <= before.to) {
    if (before.isApart && !isApart) ranges[at - 1] = joinedRange(before)
    return
  }
  const after = ranges[at]
  const joinsBefore = before !== undefined && before.to + 1 === sequence
  const joinsAfter = after !== undefined && after.from - 1 === sequence
  const joined: HeldRange = {
    from: joinsBefore ? before.from : sequence,
    fromId: joinsBefore ? before.fromId : id,
    to: joinsAfter ? after.to : sequence,
    toId: joinsAfter ? after.toId : id,
    ...(isApart && (!joinsBefore || before.isApart) && (!joinsAfter || after.isApart) && { isApart }),
  }
  ranges.splice(joinsBefore ? at - 1 : at, (joinsBefore ? 1 : 0) + (joinsAfter ? 1 : 0), joined)
}

/** The same stretch, no longer apart. */
const joinedRange = ({ from, to, fromId, toId }: HeldRange): HeldRange => ({ from, to, fromId, toId })

/** The one of ascending ranges that holds the sequence number. */
export function rangeHolding<Range extends Pick<HeldRange, 'from' | 'to'>>(
  ranges: readonly Range[],
  sequence: number,
): Range | undefined {
  const range = ranges[indexOfNext(ranges, sequence) - 1]
  return range && sequence <= range.to ? range : undefined
}

/** Index of the first range that starts above `sequence`. */
function indexOfNext(ranges: readonly Pick<HeldRange, 'from'>[], sequence: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.from ?? 0) <= sequence) low = middle + 1
    else high = middle
  }
  return low
}

import type { ServerId } from '#schemas/ids.ts'

/** An inclusive range of sequence numbers without a gap. */
export interface SequenceRange {
  readonly from: number
  readonly to: number
}

/**
 * A range of messages that this device has received without a gap, with the server ids of its first and last message.
 */
export interface ContiguousRange extends SequenceRange {
  readonly fromId: ServerId
  readonly toId: ServerId
  /**
   * True if the whole range belongs to a detached window: a gap between it and another range is not a missed message.
   */
  readonly isDetached?: boolean | undefined
}

/** What gap detection needs of a contiguous range. */
export type ReceivedRange = Pick<ContiguousRange, 'from' | 'to' | 'isDetached'>

/**
 * Adds one sequence number to ascending `ranges`, which it changes in place. The result does not depend on order or
 * duplicates [LIFE-20]. A range is detached if all its messages came from a detached window.
 */
export function addSequence(
  ranges: ContiguousRange[],
  sequence: number,
  id: ServerId,
  isDetached = false,
): void {
  const at = indexOfNext(ranges, sequence)
  const before = ranges[at - 1]
  if (before && sequence <= before.to) {
    if (before.isDetached && !isDetached) ranges[at - 1] = joinedRange(before)
    return
  }
  const after = ranges[at]
  const joinsBefore = before !== undefined && before.to + 1 === sequence
  const joinsAfter = after !== undefined && after.from - 1 === sequence
  const joined: ContiguousRange = {
    from: joinsBefore ? before.from : sequence,
    fromId: joinsBefore ? before.fromId : id,
    to: joinsAfter ? after.to : sequence,
    toId: joinsAfter ? after.toId : id,
    ...(isDetached &&
      (!joinsBefore || before.isDetached) &&
      (!joinsAfter || after.isDetached) && { isDetached }),
  }
  ranges.splice(joinsBefore ? at - 1 : at, (joinsBefore ? 1 : 0) + (joinsAfter ? 1 : 0), joined)
}

/** Returns the same range as part of the live window. */
const joinedRange = ({ from, to, fromId, toId }: ContiguousRange): ContiguousRange => ({
  from,
  to,
  fromId,
  toId,
})

/** Returns the range that contains the sequence number, if any. */
export function findRange<Range extends Pick<ContiguousRange, 'from' | 'to'>>(
  ranges: readonly Range[],
  sequence: number,
): Range | undefined {
  const range = ranges[indexOfNext(ranges, sequence) - 1]
  return range && sequence <= range.to ? range : undefined
}

/** Index of the first range that starts above `sequence`. */
function indexOfNext(ranges: readonly Pick<ContiguousRange, 'from'>[], sequence: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.from ?? 0) <= sequence) low = middle + 1
    else high = middle
  }
  return low
}

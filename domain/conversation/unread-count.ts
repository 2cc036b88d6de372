import { type ServerId, serverId } from '#schemas/ids.ts'
import type { ContiguousRange } from './contiguous-ranges.ts'

/** The server's unread count: `count` messages of others between `readUpTo` and `through`. */
export interface UnreadBaseline {
  readonly readUpTo: ServerId
  readonly through: ServerId
  readonly count: number
  /** The sequence number of `readUpTo` if the server sends it; 0 before the first message. */
  readonly readSequence?: number | undefined
  /** At least one of them mentions this user. */
  readonly isMentioned?: boolean | undefined
}

/** The input of the unread count. */
export interface UnreadFacts {
  /** Own read marker. */
  readonly readUpTo: ServerId
  readonly baseline: UnreadBaseline | undefined
  /** Received messages of others above `readUpTo`, not deleted. */
  readonly unreadIds: ReadonlySet<ServerId>
  /** Unread messages deleted on this device only. The server still counts them. */
  readonly deletedUnread: ReadonlySet<ServerId>
  /** Contiguous ranges of messages that were ever received. */
  readonly seenRanges: readonly ContiguousRange[]
}

/**
 * Returns the number of unread messages: the server's count as far as it reaches, plus every received message of others
 * above it. Once this device has received all that the server counted, only its own count is used: later deletions
 * lower it, also those on this device only (DEC-19). Does not depend on the order of events. Own messages and
 * tombstones are never in `unreadIds` [NOTIF-08].
 */
export function countUnread(facts: UnreadFacts): number {
  const { readUpTo, baseline, unreadIds, seenRanges } = facts
  if (!baseline || readUpTo >= baseline.through) return unreadIds.size
  if (seenRanges.some((range) => holdsAll(range, readUpTo, baseline))) return unreadIds.size
  const within = countUpTo(unreadIds, baseline.through)
  const unseen = baseline.readUpTo >= readUpTo ? countUnseen(facts, baseline, within) : 0
  return Math.min(within, baseline.count) + unseen + unreadIds.size - within
}

/** Returns how many of the counted messages are neither received (`within`) nor deleted here. */
const countUnseen = (
  { deletedUnread }: UnreadFacts,
  { count, through }: UnreadBaseline,
  within: number,
): number => Math.max(0, count - within - countUpTo(deletedUnread, through))

function countUpTo(ids: ReadonlySet<ServerId>, through: ServerId): number {
  let count = 0
  for (const id of ids) if (id <= through) count += 1
  return count
}

/**
 * Whether an unread message mentions this user: a received one, or one that only the server has counted, until it is
 * read, received or deleted here [SESS-15 MSG-39] (DEC-19).
 */
export function isUnreadMention(
  facts: UnreadFacts & { readonly mentionIds: ReadonlySet<ServerId> },
): boolean {
  const { readUpTo, baseline, unreadIds, mentionIds, seenRanges } = facts
  if (mentionIds.size > 0) return true
  if (!baseline?.isMentioned || readUpTo >= baseline.through) return false
  const within = countUpTo(unreadIds, baseline.through)
  if (baseline.readUpTo >= readUpTo && countUnseen(facts, baseline, within) === 0) return false
  return !seenRanges.some((range) => holdsAll(range, readUpTo, baseline))
}

/** Returns the unread messages of a row without the mark set by hand. */
export const unreadWithoutMark = (row: {
  readonly unreadCount: number
  readonly isMarkedUnread?: boolean
}): number => (row.isMarkedUnread ? 0 : row.unreadCount)

/**
 * Whether a range has every message after the marker up to `through`. It may start after the server's `readUpTo`,
 * because members of a group never get messages from before they joined. Without the server's count, sequence numbers
 * start at 1.
 */
const holdsAll = (
  range: ContiguousRange,
  readUpTo: ServerId,
  { readSequence = 0, through }: UnreadBaseline,
): boolean => (range.from <= readSequence + 1 || range.fromId <= readUpTo) && range.toId >= through

/**
 * Returns the better of two counts: the one that reaches further, then that of the higher marker, then the lower count,
 * then the one without a mention, because deletions only remove. Of two equal ones, the one with more fields.
 */
export function newerBaseline(current: UnreadBaseline | undefined, next: UnreadBaseline): UnreadBaseline {
  if (!current) return next
  const order =
    next.through - current.through ||
    next.readUpTo - current.readUpTo ||
    current.count - next.count ||
    Number(current.isMentioned ?? false) - Number(next.isMentioned ?? false) ||
    (next.readSequence ?? -1) - (current.readSequence ?? -1)
  return order > 0 ? next : current
}

export const higherId = (left: ServerId, right: ServerId): ServerId => serverId(Math.max(left, right))

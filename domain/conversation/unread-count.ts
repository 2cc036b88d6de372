import { type ServerId, serverId } from '#schemas/ids.ts'
import type { ContiguousRange } from './contiguous-ranges.ts'

/** The server's word: `count` messages of others between `readUpTo` and `through` are unread. */
export interface UnreadBaseline {
  readonly readUpTo: ServerId
  readonly through: ServerId
  readonly count: number
  /** The sequence number of `readUpTo`, where the server tells; 0 before the first message. */
  readonly readSequence?: number | undefined
  /** One of them at least mentions this user. */
  readonly isMentioned?: boolean | undefined
}

/** What unread is counted from. */
export interface UnreadFacts {
  /** Own high-water mark. */
  readonly readUpTo: ServerId
  readonly baseline: UnreadBaseline | undefined
  /** Messages of others above `readUpTo` that are held and not deleted. */
  readonly unreadIds: ReadonlySet<ServerId>
  /** Those that only this device deleted: the server counts them still. */
  readonly deletedUnread: ReadonlySet<ServerId>
  /** Stretches of messages that are or were held without a hole. */
  readonly seenRanges: readonly ContiguousRange[]
}

/**
 * Unread messages: the server's count as far as it reaches, and every held message of others above that. Once everything
 * it counted is held, what is held counts alone: deletions after the count lower it, and so do those on this device alone
 * (DEC-19). A pure function of what is known, whatever order it came in; own messages and tombstones are never in
 * `unreadIds` [NOTIF-08].
 */
export function countUnread(facts: UnreadFacts): number {
  const { readUpTo, baseline, unreadIds, seenRanges } = facts
  if (!baseline || readUpTo >= baseline.through) return unreadIds.size
  if (seenRanges.some((range) => holdsAll(range, readUpTo, baseline))) return unreadIds.size
  const within = countUpTo(unreadIds, baseline.through)
  const unseen = baseline.readUpTo >= readUpTo ? countUnseen(facts, baseline, within) : 0
  return Math.min(within, baseline.count) + unseen + unreadIds.size - within
}

/** How many of the counted messages are neither among the `within` that are held nor deleted here. */
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
 * Whether somebody's unread message mentions this user: one that is held, or one of those that only the server has
 * counted, until they are read, held or deleted here [SESS-15 MSG-39] (DEC-19).
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

/** Unread messages of a row without the mark that was set by hand. */
export const receivedUnread = (row: {
  readonly unreadCount: number
  readonly isMarkedUnread?: boolean
}): number => (row.isMarkedUnread ? 0 : row.unreadCount)

/**
 * Whether a stretch has every message after the mark up to `through`. It may begin right after what the server takes as
 * read, which is never here of a group that was joined late; without the server's word numbers start at 1.
 */
const holdsAll = (
  range: ContiguousRange,
  readUpTo: ServerId,
  { readSequence = 0, through }: UnreadBaseline,
): boolean => (range.from <= readSequence + 1 || range.fromId <= readUpTo) && range.toId >= through

/**
 * Of two counts the one that reaches further, then the one from the higher mark, then the lower one, then the one without
 * a mention, for deletions only take away; of two equal ones the one that tells more.
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

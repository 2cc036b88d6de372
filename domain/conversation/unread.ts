import { type ServerId, serverId } from '#schemas/ids.ts'

/** The server's word: `count` messages of others between `readUpTo` and `through` are unread. */
export interface UnreadBaseline {
  readonly readUpTo: ServerId
  readonly through: ServerId
  readonly count: number
}

/** What unread is counted from. */
export interface UnreadFacts {
  /** Own high-water mark. */
  readonly readUpTo: ServerId
  readonly baseline: UnreadBaseline | undefined
  /** Messages of others above `readUpTo` that are held and not deleted. */
  readonly unreadIds: ReadonlySet<ServerId>
}

/**
 * Unread messages: the server's count as far as it reaches, and every held message of others above that. A pure function
 * of what is known, whatever order it came in; own messages and tombstones are never in `unreadIds` [NOTIF-08].
 */
export function countUnread({ readUpTo, baseline, unreadIds }: UnreadFacts): number {
  if (!baseline || readUpTo >= baseline.through) return unreadIds.size
  let within = 0
  for (const id of unreadIds) if (id <= baseline.through) within += 1
  const above = unreadIds.size - within
  const counted = baseline.readUpTo >= readUpTo ? baseline.count : Math.min(within, baseline.count)
  return counted + above
}

/** Of two counts the one that reaches further, then the one from the higher mark, then the lower one: deletions only lower it. */
export function newerBaseline(current: UnreadBaseline | undefined, next: UnreadBaseline): UnreadBaseline {
  if (!current) return next
  const order =
    next.through - current.through || next.readUpTo - current.readUpTo || current.count - next.count
  return order > 0 ? next : current
}

export const higherId = (left: ServerId, right: ServerId): ServerId => serverId(Math.max(left, right))

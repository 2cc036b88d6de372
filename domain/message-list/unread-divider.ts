import type { ServerId } from '#schemas/ids.ts'
import { countsAsUnread } from '../message/message-notices.ts'
import { oldestId, type TimelineMessage, type TimelineView } from '../message/timeline-message.ts'

/** Above this many unread messages a button leads to the first of them [VIEW-10]. */
export const maxUnreadWithoutButton = 50

/**
 * Returns the read marker after which the unread divider stays; undefined while nothing was unread. It stays until the
 * conversation is left. Messages that arrive in view get no divider.
 */
export function dividerMarker(
  current: ServerId | undefined,
  view: Pick<TimelineView, 'messages' | 'readUpTo'>,
  isReadingLive: boolean,
): ServerId | undefined {
  if (current !== undefined) return current
  if (isReadingLive) return undefined
  return firstAbove(view.messages, view.readUpTo) === undefined ? undefined : view.readUpTo
}

/**
 * Returns the index of the first message of others above a read marker. Undefined if there is none, or if it may be
 * among older messages that are not loaded.
 */
export function firstUnreadIndex(
  view: Pick<TimelineView, 'messages' | 'hasOlder'>,
  mark: ServerId | undefined,
): number | undefined {
  if (mark === undefined || mayStartAbove(view, mark)) return undefined
  return firstAbove(view.messages, mark)
}

/** Whether the first message above a read marker may be among older messages that are not loaded. */
export function mayStartAbove(
  { messages, hasOlder }: Pick<TimelineView, 'messages' | 'hasOlder'>,
  mark: ServerId,
): boolean {
  const oldest = oldestId(messages)
  return hasOlder && (oldest === undefined || oldest > mark)
}

function firstAbove(messages: readonly TimelineMessage[], mark: ServerId): number | undefined {
  const index = messages.findIndex(
    ({ isOwn, serverId, type }) =>
      !isOwn && countsAsUnread(type) && serverId !== undefined && serverId > mark,
  )
  return index === -1 ? undefined : index
}

/** Returns the newest message of others that has a server id. */
export function newestReceived(messages: readonly TimelineMessage[]): ServerId | undefined {
  return messages.reduce<ServerId | undefined>((newest, { isOwn, serverId }) => {
    if (isOwn || serverId === undefined) return newest
    return newest === undefined || serverId > newest ? serverId : newest
  }, undefined)
}

/**
 * Returns how far to mark the conversation as read now: at the tail and visible, up to the newest message of others.
 * Undefined if there is nothing to mark [VIEW-29 SESS-39]. The end of a detached window marks nothing, because a marker
 * covers all earlier messages and those in the gap were not seen.
 */
export function readMarkerDue(
  view: Pick<TimelineView, 'messages' | 'readUpTo' | 'hasNewer'>,
  isAtTail: boolean,
  isVisible: boolean,
): ServerId | undefined {
  if (!isAtTail || !isVisible || view.hasNewer) return undefined
  const newest = newestReceived(view.messages)
  return newest !== undefined && newest > view.readUpTo ? newest : undefined
}

/** Whether to show "First unread": above 50 unread at opening, and the first of them was not reached yet [VIEW-10]. */
export function showsFirstUnreadButton(unreadAtOpening: number, hasReachedFirstUnread: boolean): boolean {
  return unreadAtOpening > maxUnreadWithoutButton && !hasReachedFirstUnread
}

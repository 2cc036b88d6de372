import type { ServerId } from '#schemas/ids.ts'
import { isCounted } from '../message/message-notices.ts'
import { oldestId, type TimelineMessage, type TimelineView } from '../message/timeline-message.ts'

/** Above this many unread messages a button leads to the first of them [VIEW-10]. */
export const unreadWithoutButton = 50

/**
 * Where the unread divider stands, as the read mark it follows; undefined while nothing was unread.
 * Once set it stays until the conversation is left. Messages that arrive under the reader's eyes get none.
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
 * The first message of someone else above a read mark, as an index. Undefined when there is none, or when it may
 * lie among older messages that are not shown.
 */
export function firstUnreadIndex(
  view: Pick<TimelineView, 'messages' | 'hasOlder'>,
  mark: ServerId | undefined,
): number | undefined {
  if (mark === undefined || beginsAbove(view, mark)) return undefined
  return firstAbove(view.messages, mark)
}

/** Whether the first message above a read mark may lie among older messages that are not shown. */
export function beginsAbove(
  { messages, hasOlder }: Pick<TimelineView, 'messages' | 'hasOlder'>,
  mark: ServerId,
): boolean {
  const oldest = oldestId(messages)
  return hasOlder && (oldest === undefined || oldest > mark)
}

function firstAbove(messages: readonly TimelineMessage[], mark: ServerId): number | undefined {
  const index = messages.findIndex(
    ({ isOwn, serverId, type }) => !isOwn && isCounted(type) && serverId !== undefined && serverId > mark,
  )
  return index === -1 ? undefined : index
}

/** The newest message of someone else that the server has numbered. */
export function newestReceived(messages: readonly TimelineMessage[]): ServerId | undefined {
  return messages.reduce<ServerId | undefined>((newest, { isOwn, serverId }) => {
    if (isOwn || serverId === undefined) return newest
    return newest === undefined || serverId > newest ? serverId : newest
  }, undefined)
}

/**
 * How far to mark the conversation read now: at the tail and in sight, up to the newest message of someone else;
 * undefined when there is nothing to mark [VIEW-29 SESS-39]. A mark counts for all before it, so that the end of an island
 * sets none: what lies between it and what was read has not been seen.
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

/** "First unread" shows above 50 unread at opening, while the first of them has not been reached [VIEW-10]. */
export function showsFirstUnreadButton(unreadAtOpening: number, hasReachedFirstUnread: boolean): boolean {
  return unreadAtOpening > unreadWithoutButton && !hasReachedFirstUnread
}

import { type ServerId, serverId } from '#schemas/ids.ts'
import type { TimelineMessage } from '../message/timeline-message.ts'
import { newestReceived } from './unread-divider.ts'

/** The announcement to screen readers about new messages. */
export type Announcement =
  | { readonly kind: 'messages'; readonly messages: readonly TimelineMessage[] }
  /** Too many messages to read out. */
  | { readonly kind: 'count'; readonly count: number }

const mostReadOut = 3

/**
 * Returns the announcement of messages since the newest known one; older and own messages are not announced. `announcedUpTo` is
 * undefined for the first call, which announces nothing. Returns the new marker to keep.
 */
export function announceArrivals(
  announcedUpTo: ServerId | undefined,
  messages: readonly TimelineMessage[],
): { readonly announcedUpTo: ServerId; readonly announcement: Announcement | undefined } {
  const newest = newestReceived(messages) ?? serverId(0)
  if (announcedUpTo === undefined || newest <= announcedUpTo) {
    return { announcedUpTo: announcedUpTo ?? newest, announcement: undefined }
  }
  const news = messages.filter(
    (message) => !message.isOwn && message.serverId !== undefined && message.serverId > announcedUpTo,
  )
  const announcement: Announcement =
    news.length > mostReadOut ? { kind: 'count', count: news.length } : { kind: 'messages', messages: news }
  return { announcedUpTo: newest, announcement }
}

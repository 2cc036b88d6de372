import { type ServerId, serverId } from '#schemas/ids.ts'
import type { TimelineMessage } from '../message/timeline-message.ts'
import { newestReceived } from './unread-divider.ts'

/** What a screen reader is told of messages that have just come. */
export type Announcement =
  | { readonly kind: 'messages'; readonly messages: readonly TimelineMessage[] }
  /** Too many to read out. */
  | { readonly kind: 'count'; readonly count: number }

const mostReadOut = 3

/**
 * Tells what arrived since the newest message heard of so far; scrolled-in older messages and own ones are no news.
 * Takes undefined as `heard` for the first look, which announces nothing. Returns the new mark to keep.
 */
export function announceArrivals(
  heard: ServerId | undefined,
  messages: readonly TimelineMessage[],
): { readonly heard: ServerId; readonly announcement: Announcement | undefined } {
  const newest = newestReceived(messages) ?? serverId(0)
  if (heard === undefined || newest <= heard) {
    return { heard: heard ?? newest, announcement: undefined }
  }
  const news = messages.filter(
    (message) => !message.isOwn && message.serverId !== undefined && message.serverId > heard,
  )
  const announcement: Announcement =
    news.length > mostReadOut ? { kind: 'count', count: news.length } : { kind: 'messages', messages: news }
  return { heard: newest, announcement }
}

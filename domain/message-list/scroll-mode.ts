/** The reader's position: at the newest message, at the oldest, or in between [VIEW-27]. */
export type ScrollMode = 'tail' | 'head' | 'neither'

/** Measurements of the scroll container, px. */
export interface ScrollMetrics {
  readonly scrollTop: number
  readonly scrollHeight: number
  readonly clientHeight: number
}

/** The part of the conversation in the document. */
export interface RenderedExtent {
  /** Whether it includes the newest message of all; never in a detached window. */
  readonly showsNewest: boolean
  /** Whether it includes the ends of the loaded messages. */
  readonly showsOldest: boolean
  readonly showsLast: boolean
}

/** Within this distance of the newest message the reader is at the tail, px. It tolerates fractions and half a line. */
export const tailReach = 24
/** Within this distance of the top older messages are loaded, px [VIEW-36]. */
export const headReach = 50
/** Scrolling must rest this long before older messages are loaded, ms [VIEW-36]. */
export const headDebounce = 600

export function distanceToTail({ scrollTop, scrollHeight, clientHeight }: ScrollMetrics): number {
  return Math.max(0, scrollHeight - clientHeight - scrollTop)
}

/** Returns the scroll mode. The tail wins if everything fits [VIEW-27]. */
export function scrollMode(metrics: ScrollMetrics, extent: RenderedExtent): ScrollMode {
  if (extent.showsNewest && distanceToTail(metrics) <= tailReach) return 'tail'
  if (extent.showsOldest && metrics.scrollTop <= headReach) return 'head'
  return 'neither'
}

/** Whether to load older messages: the top is near and there are some [VIEW-36]. */
export function wantsOlder(
  metrics: ScrollMetrics,
  extent: RenderedExtent,
  timeline: {
    readonly hasOlder: boolean
    readonly isLoadingOlder: boolean
    readonly hasOlderFailed: boolean
  },
): boolean {
  if (!timeline.hasOlder || timeline.isLoadingOlder || timeline.hasOlderFailed) return false
  return extent.showsOldest && metrics.scrollTop <= headReach
}

/**
 * Whether to load newer messages: the end of a detached window is within a screen. Does not wait for the scrolling to
 * rest.
 */
export function wantsNewer(
  metrics: ScrollMetrics,
  extent: RenderedExtent,
  timeline: {
    readonly hasNewer: boolean
    readonly isLoadingNewer: boolean
    readonly hasNewerFailed: boolean
  },
): boolean {
  if (!timeline.hasNewer || timeline.isLoadingNewer || timeline.hasNewerFailed) return false
  return extent.showsLast && distanceToTail(metrics) <= metrics.clientHeight
}

/** Whether to show "Latest messages": more than half a screen, or an unread message, is below. */
export function showsLatestButton(
  metrics: ScrollMetrics,
  mode: ScrollMode,
  extent: RenderedExtent,
  unreadCount: number,
): boolean {
  if (mode === 'tail') return false
  return !extent.showsNewest || unreadCount > 0 || distanceToTail(metrics) > metrics.clientHeight / 2
}

/** Where the reader is: at the newest message, at the oldest, or in between [VIEW-27]. */
export type ScrollMode = 'tail' | 'head' | 'neither'

/** What the scroll container measures, in px. */
export interface ScrollMetrics {
  readonly scrollTop: number
  readonly scrollHeight: number
  readonly clientHeight: number
}

/** What of the conversation is in the document. */
export interface Extent {
  /** The newest message of all; never while an island is shown. */
  readonly showsNewest: boolean
  /** The ends of what is loaded. */
  readonly showsOldest: boolean
  readonly showsLast: boolean
}

/** Within this of the newest message one is at the tail, px; fractions and half a line must not unstick it. */
export const tailReach = 24
/** Within this of the top older messages are asked for, px [VIEW-36]. */
export const headReach = 50
/** Scrolling has to rest this long before they are, ms [VIEW-36]. */
export const headDebounce = 600

export function distanceToTail({ scrollTop, scrollHeight, clientHeight }: ScrollMetrics): number {
  return Math.max(0, scrollHeight - clientHeight - scrollTop)
}

/** The tail wins where everything fits [VIEW-27]. */
export function scrollMode(metrics: ScrollMetrics, extent: Extent): ScrollMode {
  if (extent.showsNewest && distanceToTail(metrics) <= tailReach) return 'tail'
  if (extent.showsOldest && metrics.scrollTop <= headReach) return 'head'
  return 'neither'
}

/** Whether to ask for older messages: the top is near and there are some [VIEW-36]. */
export function wantsOlder(
  metrics: ScrollMetrics,
  extent: Extent,
  timeline: {
    readonly hasOlder: boolean
    readonly isLoadingOlder: boolean
    readonly hasOlderFailed: boolean
  },
): boolean {
  if (!timeline.hasOlder || timeline.isLoadingOlder || timeline.hasOlderFailed) return false
  return extent.showsOldest && metrics.scrollTop <= headReach
}

/** Whether to ask for newer messages: the end of an island is within a screen. It is not waited for the scrolling to rest. */
export function wantsNewer(
  metrics: ScrollMetrics,
  extent: Extent,
  timeline: {
    readonly hasNewer: boolean
    readonly isLoadingNewer: boolean
    readonly hasNewerFailed: boolean
  },
): boolean {
  if (!timeline.hasNewer || timeline.isLoadingNewer || timeline.hasNewerFailed) return false
  return extent.showsLast && distanceToTail(metrics) <= metrics.clientHeight
}

/** "Latest messages" shows once more than half a screen, or an unread message, lies below. */
export function showsLatestButton(
  metrics: ScrollMetrics,
  mode: ScrollMode,
  extent: Extent,
  unreadCount: number,
): boolean {
  if (mode === 'tail') return false
  return !extent.showsNewest || unreadCount > 0 || distanceToTail(metrics) > metrics.clientHeight / 2
}

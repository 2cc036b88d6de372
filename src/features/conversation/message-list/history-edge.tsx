import { useEffect, useEffectEvent, useRef } from 'react'
import type { TimelineView } from '#domain/message/timeline-message.ts'
import {
  headDebounce,
  type RenderedExtent,
  type ScrollMetrics,
  wantsOlder,
} from '#domain/message-list/scroll-mode.ts'
import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './history-edge.module.css'

interface HistoryEdgeProps {
  readonly view: Pick<TimelineView, 'hasOlder' | 'isLoadingOlder' | 'hasOlderFailed'>
  readonly onRetry: () => void
}

interface NewerEdgeProps {
  readonly view: Pick<TimelineView, 'isLoadingNewer' | 'hasNewerFailed'>
  readonly onRetry: () => void
}

/**
 * Floats at the end of a detached window: newer messages are loading or failed. It takes no space, so nothing moves
 * when it goes.
 */
export const NewerEdge = ({ view, onRetry }: NewerEdgeProps) => {
  const text = useText()
  if (view.hasNewerFailed) {
    return (
      <div className={styles.newer} role="alert">
        {text('conversation.newer-failed')}
        <Button variant="quiet" onPress={onRetry}>
          {text('common.retry')}
        </Button>
      </div>
    )
  }
  if (!view.isLoadingNewer) return null
  return (
    <div className={styles.newer} data-loading="true">
      <Spinner size="small" />
    </div>
  )
}

/** The edge above the oldest message: loading, failed, or the start of the history. Its height never changes. */
export const HistoryEdge = ({ view, onRetry }: HistoryEdgeProps) => {
  const text = useText()
  if (view.hasOlderFailed) {
    return (
      <div className={styles.edge} role="alert">
        {text('conversation.older-failed')}
        <Button variant="quiet" onPress={onRetry}>
          {text('common.retry')}
        </Button>
      </div>
    )
  }
  if (!view.hasOlder) return <p className={styles.edge}>{text('conversation.no-older')}</p>
  return (
    // An animation out of view costs every frame and delays each key press by one.
    <div className={styles.edge}>{view.isLoadingOlder && <Spinner size="small" />}</div>
  )
}

/**
 * Loads older messages after the scroll position has been near the top for 600 ms [VIEW-36]. Returns a function to call
 * after every scroll or change of the list.
 */
export const useOlderMessages = (
  view: TimelineView,
  loadOlder: () => void,
): ((metrics: ScrollMetrics, extent: RenderedExtent) => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const load = useEffectEvent(() => {
    if (view.hasOlder && !view.isLoadingOlder) loadOlder()
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  const start = useEffectEvent(() => {
    timer.current = setTimeout(() => load(), headDebounce)
  })
  return (metrics, extent) => {
    clearTimeout(timer.current)
    if (wantsOlder(metrics, extent, view)) start()
  }
}

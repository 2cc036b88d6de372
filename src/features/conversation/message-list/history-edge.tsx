import { useEffect, useEffectEvent, useRef } from 'react'
import type { TimelineView } from '#domain/message/timeline-message.ts'
import {
  type Extent,
  headDebounce,
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

/** Floats at the end of an island: what follows is loading, or could not be. It takes no room, for it would be missed once it goes. */
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

/** Stands above the oldest message: loading more, could not, or that there are no more. Its height never changes. */
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
    // What turns out of sight costs every frame, and makes each key wait for the next one.
    <div className={styles.edge}>{view.isLoadingOlder && <Spinner size="small" />}</div>
  )
}

/**
 * Asks for older messages once the reader has rested near the top for 600 ms [VIEW-36]. Returns what is to be
 * called after every scroll or change of the list.
 */
export const useOlderMessages = (
  view: TimelineView,
  loadOlder: () => void,
): ((metrics: ScrollMetrics, extent: Extent) => void) => {
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

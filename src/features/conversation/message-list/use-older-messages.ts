import { useEffect, useEffectEvent, useRef } from 'react'
import type { TimelineView } from '#domain/message/timeline-message.ts'
import {
  type Extent,
  headDebounce,
  type ScrollMetrics,
  wantsOlder,
} from '#domain/message-list/scroll-mode.ts'

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

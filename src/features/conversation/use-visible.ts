import { createContext, type RefObject, use, useEffect } from 'react'
import { useReadable } from '#src/ui/use-readable.ts'
import type { Readable } from '#streams/readable.ts'

/** True while another page covers the conversation, which stays mounted behind it. */
export const CoveredByPanelContext = createContext(false)

export const useCovered = (): boolean => use(CoveredByPanelContext)

const tabVisibility: Readable<boolean> = {
  // Rendered without a document, as in unit tests, nothing is visible.
  get: () => typeof document !== 'undefined' && document.visibilityState === 'visible',
  subscribe(listener) {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}

/** Whether the conversation and its tab are visible. Only then are messages marked as read [VIEW-29]. */
export const useVisible = (): boolean => {
  const isCovered = useCovered()
  const isTabVisible = useReadable(tabVisibility)
  return isTabVisible && !isCovered
}

/** Pauses the player when the page or the conversation is hidden. It does not resume on its own [MEDIA-13]. */
export const usePauseWhenHidden = (player: RefObject<HTMLMediaElement | null>): void => {
  const isVisible = useVisible()
  useEffect(() => {
    if (!isVisible) player.current?.pause()
  }, [isVisible, player])
}

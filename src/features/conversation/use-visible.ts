import { createContext, type RefObject, use, useEffect, useSyncExternalStore } from 'react'

/** Whether another page stands in the place of the conversation, which is kept behind it. */
export const CoveredContext = createContext(false)

export const useCovered = (): boolean => use(CoveredContext)

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Drawn without a document, nobody looks. */
const isInSight = (): boolean => typeof document !== 'undefined' && document.visibilityState === 'visible'

/** Whether the conversation is in sight, and its tab: only then does seeing a message mean reading it [VIEW-29]. */
export const useVisible = (): boolean => {
  const isCovered = useCovered()
  const isTabVisible = useSyncExternalStore(subscribe, isInSight, isInSight)
  return isTabVisible && !isCovered
}

/** Stops what plays once the page or the conversation is out of sight; it does not go on by itself [MEDIA-13]. */
export const usePauseWhenHidden = (player: RefObject<HTMLMediaElement | null>): void => {
  const isVisible = useVisible()
  useEffect(() => {
    if (!isVisible) player.current?.pause()
  }, [isVisible, player])
}

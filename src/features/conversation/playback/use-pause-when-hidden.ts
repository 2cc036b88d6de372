import { type RefObject, useEffect } from 'react'

/** Stops what plays once the page is out of sight; it does not go on by itself [MEDIA-13]. */
export const usePauseWhenHidden = (player: RefObject<HTMLMediaElement | null>): void =>
  useEffect(() => {
    const pause = () => {
      if (document.visibilityState === 'hidden') player.current?.pause()
    }
    document.addEventListener('visibilitychange', pause)
    return () => document.removeEventListener('visibilitychange', pause)
  }, [player])

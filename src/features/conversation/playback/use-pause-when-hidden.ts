import { type RefObject, useEffect } from 'react'
import { useVisible } from '../use-visible.ts'

/** Stops what plays once the page or the conversation is out of sight; it does not go on by itself [MEDIA-13]. */
export const usePauseWhenHidden = (player: RefObject<HTMLMediaElement | null>): void => {
  const isVisible = useVisible()
  useEffect(() => {
    if (!isVisible) player.current?.pause()
  }, [isVisible, player])
}

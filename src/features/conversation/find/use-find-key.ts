import { useEffect, useEffectEvent } from 'react'
import { useCovered } from '../use-visible.ts'

/** Whether a key asks to search what is open: Ctrl+F, or Command+F. */
const isFindKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'f' && ctrlKey !== metaKey && !altKey && !shiftKey

/** Calls `onFind` for Ctrl+F or Command+F, unless something stands over the conversation: there the browser's own search opens. */
export const useFindKey = (onFind: () => void): void => {
  const find = useEffectEvent(onFind)
  const isKeptBehind = useCovered()
  useEffect(() => {
    if (isKeptBehind) return
    const listen = (event: KeyboardEvent) => {
      const main = document.querySelector('main')
      const isCovered = main === null || main.closest('[inert], [aria-hidden="true"]') !== null
      if (event.defaultPrevented || isCovered || !isFindKey(event)) return
      event.preventDefault()
      find()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isKeptBehind])
}

import { useEffect, useEffectEvent } from 'react'
import { useCovered } from '../use-visible.ts'

/** Whether a key asks to search what is open: Ctrl+F, or Command+F. */
const isFindKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'f' && ctrlKey !== metaKey && !altKey && !shiftKey

/** Whether something stands over the page, so that its keys are not for the conversation. */
export const isPageCovered = (): boolean => {
  const main = document.querySelector('main:not([hidden])')
  return main === null || main.closest('[inert], [aria-hidden="true"]') !== null
}

/** Calls `onFind` for Ctrl+F or Command+F, unless something stands over the conversation: there the browser's own search opens. */
export const useFindKey = (onFind: () => void): void => {
  const find = useEffectEvent(onFind)
  const isKeptBehind = useCovered()
  useEffect(() => {
    if (isKeptBehind) return
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isPageCovered() || !isFindKey(event)) return
      event.preventDefault()
      find()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isKeptBehind])
}

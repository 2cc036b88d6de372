import { useEffect, useEffectEvent } from 'react'
import { useCovered } from './use-visible.ts'

/** Whether something stands over the page, so that its keys are not for the conversation. */
const isPageCovered = (): boolean => {
  const main = document.querySelector('main:not([hidden])')
  return main === null || main.closest('[inert], [aria-hidden="true"]') !== null
}

/**
 * Heeds keys wherever the focus is, unless something stands over the conversation: `taskOf` tells what a key asks for, undefined
 * for one that is left to the browser.
 */
export const useConversationKeys = (taskOf: (event: KeyboardEvent) => (() => void) | undefined): void => {
  const isKeptBehind = useCovered()
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const task = taskOf(event)
    if (task === undefined || event.defaultPrevented || isPageCovered()) return
    event.preventDefault()
    task()
  })
  useEffect(() => {
    if (isKeptBehind) return
    const listen = (event: KeyboardEvent) => handle(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [isKeptBehind])
}

/** Whether a key asks to search what is open: Ctrl+F, or Command+F. */
const isFindKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'f' && ctrlKey !== metaKey && !altKey && !shiftKey

/** Calls `onFind` for Ctrl+F or Command+F, unless something stands over the conversation: there the browser's own search opens. */
export const useFindKey = (onFind: () => void): void =>
  useConversationKeys((event) => (isFindKey(event) ? onFind : undefined))

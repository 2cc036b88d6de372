import { isShortcut } from '#domain/keyboard/shortcuts.ts'
import { useWindowKeyDown } from '#src/ui/use-window-key-down.ts'
import { useCovered } from './use-visible.ts'

/** Returns whether an overlay covers the page, so that keys are not for the conversation. */
const isPageCovered = (): boolean => {
  const main = document.querySelector('main:not([hidden])')
  return main === null || main.closest('[inert], [aria-hidden="true"]') !== null
}

/**
 * Handles keys wherever the focus is, unless an overlay covers the conversation. `taskOf` returns the task of a key, or
 * undefined to leave the key to the browser.
 */
export const useConversationKeys = (taskOf: (event: KeyboardEvent) => (() => void) | undefined): void => {
  const isKeptBehind = useCovered()
  useWindowKeyDown((event) => {
    const task = taskOf(event)
    if (task === undefined || event.defaultPrevented || isPageCovered()) return
    event.preventDefault()
    task()
  }, !isKeptBehind)
}

/** Calls `onFind` for the shortcut of finding. Below an overlay the browser's own search opens instead. */
export const useFindKey = (onFind: () => void): void =>
  useConversationKeys((event) => (isShortcut(event, 'find') ? onFind : undefined))

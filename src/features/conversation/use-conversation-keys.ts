import { isShortcut } from '#domain/keyboard/shortcuts.ts'
import { isPageCovered } from '#src/ui/is-page-covered.ts'
import { useWindowKeyDown } from '#src/ui/use-window-key-down.ts'
import { useCovered } from './use-visible.ts'

/** Returns whether a key closes a panel that has the focus, such as the search next to the conversation. */
const closesPanel = (event: KeyboardEvent): boolean =>
  isShortcut(event, 'close') &&
  event.target instanceof Element &&
  event.target.closest('[role="dialog"]') !== null

/**
 * Handles keys wherever the focus is, unless an overlay covers the conversation or the key closes a panel next to it.
 * `taskOf` returns the task of a key, or undefined to leave the key to the browser.
 */
export const useConversationKeys = (taskOf: (event: KeyboardEvent) => (() => void) | undefined): void => {
  const isKeptBehind = useCovered()
  useWindowKeyDown((event) => {
    const task = taskOf(event)
    if (task === undefined || event.defaultPrevented || closesPanel(event) || isPageCovered()) return
    event.preventDefault()
    task()
  }, !isKeptBehind)
}

/** Calls `onFind` for the shortcut of finding. Below an overlay the browser's own search opens instead. */
export const useFindKey = (onFind: () => void): void =>
  useConversationKeys((event) => (isShortcut(event, 'find') ? onFind : undefined))

import type { KeyboardEvent, MouseEvent } from 'react'
import { useConversationKeys } from '../use-conversation-keys.ts'
import type { Selecting } from './use-selection.ts'

const keyAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset.key : undefined

/**
 * During selection a click on a message toggles it, with Shift the range from the last one. Space and Enter toggle the
 * focused message. Other controls of messages are disabled meanwhile.
 */
export const useSelectionGestures = ({ choose }: Selecting, isSelecting: boolean) => {
  if (!isSelecting) return {}
  const onClickCapture = (event: MouseEvent) => {
    const key = keyAt(event.target)
    if (key === undefined) return
    // React renders the checkbox's state.
    if (!(event.target instanceof HTMLInputElement)) event.preventDefault()
    event.stopPropagation()
    window.getSelection()?.removeAllRanges()
    choose(key, event.shiftKey)
  }
  const onKeyDownCapture = (event: KeyboardEvent) => {
    const key = keyAt(event.target)
    if (key === undefined || (event.key !== ' ' && event.key !== 'Enter')) return
    event.preventDefault()
    event.stopPropagation()
    choose(key, event.shiftKey)
  }
  return { onClickCapture, onKeyDownCapture }
}

/** Keys for the whole conversation: Escape ends the selection, Ctrl+A selects all [VIEW-13]. */
export const selectionKeys =
  ({ selection, chooseAll, end }: Selecting) =>
  (event: KeyboardEvent) => {
    // Overlays are React children of the conversation but not DOM children; they handle their own keys.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (selection.get() === undefined || !isInside) return
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a'
    if (event.key !== 'Escape' && !isAll) return
    event.preventDefault()
    event.stopPropagation()
    if (isAll) chooseAll()
    else end()
  }

/** Escape ends the selection even without a focused element, such as right after a dialog closed [VIEW-13]. */
export const useEscapeFromSelecting = ({ selection, end }: Selecting): void =>
  useConversationKeys(({ key, target }) =>
    key === 'Escape' && target === document.body && selection.get() !== undefined ? end : undefined,
  )

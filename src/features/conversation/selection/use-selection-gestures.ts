import type { KeyboardEvent, MouseEvent } from 'react'
import { useConversationKeys } from '../use-conversation-keys.ts'
import type { Selecting } from './use-selection.ts'

const keyAt = (target: EventTarget): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-key]')?.dataset.key : undefined

/**
 * While messages are being selected a click anywhere on one chooses it, with Shift all from the last one on; Space and Enter
 * do so for the message that has the focus. Nothing else on a message answers meanwhile.
 */
export const useSelectionGestures = ({ choose }: Selecting, isSelecting: boolean) => {
  if (!isSelecting) return {}
  const onClickCapture = (event: MouseEvent) => {
    const key = keyAt(event.target)
    if (key === undefined) return
    // A checkbox is put right by its own drawing.
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

/** For the whole conversation: Escape ends selecting, Ctrl+A chooses all [VIEW-13]. */
export const selectionKeys =
  ({ selection, chooseAll, end }: Selecting) =>
  (event: KeyboardEvent) => {
    // What opens over the conversation is a child of it to React alone, and answers its keys itself.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target)
    if (selection.get() === undefined || !isInside) return
    const isAll = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a'
    if (event.key !== 'Escape' && !isAll) return
    event.preventDefault()
    event.stopPropagation()
    if (isAll) chooseAll()
    else end()
  }

/** Escape ends selecting also while nothing has the focus, such as right after a dialog has gone [VIEW-13]. */
export const useEscapeFromSelecting = ({ selection, end }: Selecting): void =>
  useConversationKeys(({ key, target }) =>
    key === 'Escape' && target === document.body && selection.get() !== undefined ? end : undefined,
  )

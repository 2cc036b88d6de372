import type { RefObject } from 'react'
import { useWindowKeyDown } from './use-window-key-down.ts'

/**
 * Leaves a panel or page on Escape wherever the focus is. The key does not leave it if another handler took it, if an
 * overlay covers the page, or if the focused text field of the page contains text.
 * @param page the panel or page
 * @param onBack leaves the page; if undefined, the key does nothing
 */
export const useEscapeFrom = (
  page: RefObject<HTMLElement | null>,
  onBack: (() => void) | undefined,
): void => {
  useWindowKeyDown((event) => {
    if (event.key !== 'Escape' || event.isComposing) return
    const { target } = event
    // The editor prevents the default of every Escape, also when it has nothing to close.
    const isEditor = target instanceof HTMLElement && target.isContentEditable
    if (event.defaultPrevented && !isEditor) return
    if (page.current?.contains(target instanceof Node ? target : null) && hasText(target)) return
    const isCovered = page.current?.closest('[inert], [aria-hidden="true"], [hidden]') !== null
    const isBelowPopover = [...document.querySelectorAll('[role="listbox"], [role="menu"]')].some(
      (list) => !page.current?.contains(list),
    )
    if (isCovered || isBelowPopover) return
    event.preventDefault()
    onBack?.()
  }, onBack !== undefined)
}

/** Whether the element is a text field that contains text. */
function hasText(element: EventTarget | null): boolean {
  if (element instanceof HTMLTextAreaElement) return element.value !== ''
  // A text field has a selection. Other inputs, such as a checkbox, have none.
  if (element instanceof HTMLInputElement) return element.selectionStart !== null && element.value !== ''
  return element instanceof HTMLElement && element.isContentEditable && element.textContent !== ''
}

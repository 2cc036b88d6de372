import type { RefObject } from 'react'
import { useWindowKeyDown } from './use-window-key-down.ts'

/** The overlays that Escape closes from the top. */
const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** Whether the focused element has left the document, so that keys reach no overlay. */
export const hasLostFocus = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/**
 * Closes an overlay by Escape also when the element that had the focus is gone, for example a button that was replaced
 * while a friend request was accepted. Overlays that are above it come first.
 * @param overlay an element in the overlay, or around it
 */
export const useEscapeWithoutFocus = (
  overlay: RefObject<HTMLElement | null>,
  isOpen: boolean,
  onClose: () => void,
): void => {
  useWindowKeyDown((event) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || !hasLostFocus()) return
    const own = overlay.current?.closest(overlays) ?? overlay.current?.querySelector(overlays)
    if (!own || own !== [...document.querySelectorAll(overlays)].at(-1)) return
    event.preventDefault()
    onClose()
  }, isOpen)
}

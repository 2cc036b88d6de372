import { type RefObject, useLayoutEffect } from 'react'

/**
 * Moves the focus on when controls leave a list row with it, for example the buttons of an answered request: to the next
 * row, else the one before, else the panel or the page's heading. The row itself takes the focus, because a second press
 * of the same key must not act on another person.
 * @param controls the row, or the part of it that leaves
 */
export const useFocusOfNextRow = (controls: RefObject<HTMLElement | null>): void => {
  useLayoutEffect(() => {
    const leaving = controls.current
    return () => {
      // React runs this before it removes the elements.
      if (leaving === null || !leaving.contains(document.activeElement)) return
      const row = leaving.closest('li')
      const next =
        row?.nextElementSibling ??
        row?.previousElementSibling ??
        leaving.closest('[role="dialog"]') ??
        document.querySelector('main h1')
      if (!(next instanceof HTMLElement)) return
      if (!next.hasAttribute('tabindex')) next.tabIndex = -1
      next.focus()
    }
  }, [controls])
}

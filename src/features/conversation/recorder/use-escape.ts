import { type RefObject, useEffect, useRef } from 'react'

/** Does something on Escape while the focus is within the element, before a tooltip that is open takes the key for itself. */
export const useEscape = (element: RefObject<HTMLElement | null>, onEscape: () => void): void => {
  const latest = useRef(onEscape)
  useEffect(() => {
    latest.current = onEscape
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.current?.contains(document.activeElement)) return
      event.stopPropagation()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [element])
}

import { type RefObject, useLayoutEffect } from 'react'

/** While it is there, nothing beside the element can be reached, by pointer, keyboard or reading aloud. */
export const useAlone = (element: RefObject<HTMLElement | null>): void =>
  useLayoutEffect(() => {
    const { current: own } = element
    const beside = [...(own?.parentElement?.children ?? [])].filter((child) => child !== own)
    for (const child of beside) child.toggleAttribute('inert', true)
    return () => {
      for (const child of beside) child.toggleAttribute('inert', false)
    }
  }, [element])

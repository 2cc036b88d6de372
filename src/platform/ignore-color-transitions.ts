/** Colours and filters move nothing, so that no code needs to wait for their transitions. */
const movesNothing = (property: string): boolean => /(^|-)color$|^filter$/.test(property)

function keepFromOthers(event: Event): void {
  if ('propertyName' in event && movesNothing(String(event.propertyName))) event.stopImmediatePropagation()
}

/**
 * Hides colour transitions from React Aria, which waits for running transitions before it moves the focus. React Aria
 * handles only the first cancelled transition of an element. An element removed during two of them would stay in
 * memory, with its whole view.
 */
export const ignoreColorTransitions = (document: EventTarget): void =>
  document.addEventListener('transitionrun', keepFromOthers, { capture: true })

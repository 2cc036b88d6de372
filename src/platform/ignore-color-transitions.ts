/** Colours and filters move nothing, so no code needs to wait for their transitions. */
const movesNothing = (property: string): boolean => /(^|-)color$|^filter$/.test(property)

function keepFromOthers(event: Event): void {
  if ('propertyName' in event && movesNothing(String(event.propertyName))) event.stopImmediatePropagation()
}

/**
 * Keeps transitions of colours from React Aria, which waits for those that run before it moves the focus. It hears of the first one that
 * is cancelled, and so remembers an element for good that left the page in the middle of two, with the whole view that it stood in.
 */
export const ignoreColorTransitions = (document: EventTarget): void =>
  document.addEventListener('transitionrun', keepFromOthers, { capture: true })

import { useEffectEvent, useLayoutEffect } from 'react'
import { type ViewerAct, viewerAct } from '#domain/media/viewer-gesture.ts'

/** A player with the focus has the arrows for itself, and so has a question that is asked over the viewer. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof HTMLMediaElement ||
  (target instanceof Element && target.closest('[role="alertdialog"]') !== null)

/** Keys of the viewer, wherever in it the focus is; with a modifier they are the browser's. */
export const useViewerKeys = (acts: Readonly<Record<ViewerAct, () => void>>): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = viewerAct(event.key)
    if (act === undefined || event.altKey || event.ctrlKey || event.metaKey || isElsewhere(event.target))
      return
    event.preventDefault()
    acts[act]()
  })
  // Before the first paint: a key may follow it at once.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** What begins every way in which somebody goes on writing, or looks elsewhere. */
const touches = ['keydown', 'beforeinput', 'compositionstart', 'paste', 'drop', 'pointerdown'] as const
/** As long as this nobody sees that something is late, ms. */
const unseen = 50

/**
 * Runs `act` once: when the function that is handed back is called, before anything hears that the page is touched, or 50 ms
 * from now, whichever is first.
 */
export function onceOrTouched(act: () => void): () => void {
  const done = new AbortController()
  const run = () => {
    if (done.signal.aborted) return
    done.abort()
    clearTimeout(timer)
    act()
  }
  const timer = setTimeout(run, unseen)
  for (const touch of touches) window.addEventListener(touch, run, { capture: true, signal: done.signal })
  return run
}

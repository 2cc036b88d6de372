/** Has the browser ask before the page is left, whenever `mustAsk` says so; returns what ends that. */
export const askBeforeLeaving = (mustAsk: () => boolean): (() => void) => {
  const ask = (event: BeforeUnloadEvent) => {
    if (mustAsk()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

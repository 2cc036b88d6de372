/**
 * Keeps a place, whose size does not come from what stands in it, as high as that is. A page is then laid out anew for another
 * line and not for every letter. Returns what ends it.
 */
export function keepOwnHeight(place: HTMLElement, content: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    place.style.blockSize = `${content.offsetHeight}px`
  })
  observer.observe(content)
  return () => observer.disconnect()
}

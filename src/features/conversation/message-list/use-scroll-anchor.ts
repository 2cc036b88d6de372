import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Extent } from '#domain/message-list/scroll-mode.ts'
import { createScrollAnchor, type Jump, type ScrollAnchor, type Settled } from './scroll-anchor.ts'

interface AnchoredScroll {
  readonly container: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  readonly scrollAnchor: RefObject<ScrollAnchor | undefined>
}

/** Attaches a scroll anchor to a list. It opens at `opening` and settles after every render, before paint. */
export const useScrollAnchor = (
  opening: Jump,
  extent: Extent,
  onSettled: (settled: Settled) => void,
): AnchoredScroll => {
  const container = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const scrollAnchor = useRef<ScrollAnchor>(undefined)
  const tell = useEffectEvent(onSettled)
  const readOpening = useEffectEvent(() => opening)

  useLayoutEffect(() => {
    if (container.current === null || content.current === null) return
    const made = createScrollAnchor(container.current, content.current, (settled) => tell(settled))
    made.request(readOpening())
    scrollAnchor.current = made
    return () => {
      made.dispose()
      scrollAnchor.current = undefined
    }
  }, [])
  useLayoutEffect(() => scrollAnchor.current?.settle(extent))
  return { container, content, scrollAnchor }
}

import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Extent } from '#domain/message-list/scroll-mode.ts'
import { createScrollKeeper, type Jump, type ScrollKeeper, type Settled } from './scroll-keeper.ts'

interface KeptScroll {
  readonly container: RefObject<HTMLDivElement | null>
  readonly content: RefObject<HTMLDivElement | null>
  readonly keeper: RefObject<ScrollKeeper | undefined>
}

/** Puts a scroll keeper under a list: it opens at `opening` and settles after every drawing, before the paint. */
export const useScrollKeeper = (
  opening: Jump,
  extent: Extent,
  onSettled: (settled: Settled) => void,
): KeptScroll => {
  const container = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const keeper = useRef<ScrollKeeper>(undefined)
  const tell = useEffectEvent(onSettled)
  const readOpening = useEffectEvent(() => opening)

  useLayoutEffect(() => {
    if (container.current === null || content.current === null) return
    const made = createScrollKeeper(container.current, content.current, (settled) => tell(settled))
    made.request(readOpening())
    keeper.current = made
    return () => {
      made.dispose()
      keeper.current = undefined
    }
  }, [])
  useLayoutEffect(() => keeper.current?.settle(extent))
  return { container, content, keeper }
}

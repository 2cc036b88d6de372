import { type PointerEvent, useRef } from 'react'

/** Horizontal drag that opens the menu, px [VIEW-22]. */
export const swipeOffset = 108
/** Distance that tells a drag from a scroll, px. */
const decided = 12
/** Width of the screen edge reserved for the back gesture, px. */
const edge = 24

interface Drag {
  readonly article: HTMLElement
  readonly x: number
  readonly y: number
  isSideways: boolean
}

/** Moves the message with the finger; without a transition while it is held. */
const sideways = '--swipe'
const duration = '--swipe-time'

/**
 * Returns the drag distance in the inline direction, at most the offset; whole px, because a fraction could miss it by
 * rounding.
 */
const travelled = (drag: Drag, x: number): number => {
  const isRightToLeft = getComputedStyle(drag.article).direction === 'rtl'
  const distance = isRightToLeft ? x - drag.x : drag.x - x
  return Math.min(swipeOffset, Math.max(0, Math.round(distance)))
}

/**
 * Calls `onSwiped` when a finger has dragged a message 108 px towards the inline start. The message follows the finger
 * [VIEW-22].
 */
export const useSwipe = (
  isOn: boolean,
  onSwiped: (target: Element, point: { readonly x: number; readonly y: number }) => void,
) => {
  const current = useRef<Drag>(undefined)
  const end = () => {
    for (const name of [sideways, duration]) current.current?.article.style.removeProperty(name)
    current.current = undefined
  }

  const onPointerDown = ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    end()
    if (!isOn || pointerType !== 'touch' || !(target instanceof Element) || x <= edge) return
    const article = target.closest<HTMLElement>('[data-key]')
    if (article !== null) current.current = { article, x, y, isSideways: false }
  }
  const onPointerMove = ({ clientX: x, clientY: y }: PointerEvent) => {
    const drag = current.current
    if (drag === undefined) return
    drag.article.style.setProperty(duration, '0s')
    const isScrolling = !drag.isSideways && Math.abs(y - drag.y) > decided
    if (isScrolling) return end()
    drag.isSideways ||= travelled(drag, x) > decided
    if (drag.isSideways) {
      const { direction } = getComputedStyle(drag.article)
      const way = direction === 'rtl' ? 1 : -1
      drag.article.style.setProperty(sideways, `${way * travelled(drag, x)}px`)
    }
  }
  const onPointerUp = ({ clientX: x, clientY: y }: PointerEvent) => {
    const drag = current.current
    end()
    if (drag?.isSideways && travelled(drag, x) >= swipeOffset) onSwiped(drag.article, { x, y })
  }
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: end }
}

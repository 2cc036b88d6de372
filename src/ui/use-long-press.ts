import { type PointerEvent, useEffect, useRef } from 'react'

/** A finger that rests this long asks for the menu, ms (DEC-06) [VIEW-21]. */
export const longPressTime = 600
/** A finger that moved farther than this is scrolling, px. */
const restingReach = 10

/** A place in the window, CSS px. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Calls `onLongPress` when a finger rests `time` ms on an element; mice have their right button [VIEW-20 VIEW-21]. */
export const useLongPress = (
  onLongPress: (target: Element, point: Point) => void,
  time: number = longPressTime,
) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Where a finger came down that is still there; undefined while none is. */
  const start = useRef<Point>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const end = () => {
    clearTimeout(timer.current)
    start.current = undefined
  }
  const onPointerDown = (event: PointerEvent) => {
    end()
    const { target, pointerType, clientX: x, clientY: y } = event
    if (pointerType !== 'touch' || !(target instanceof Element)) return
    start.current = { x, y }
    timer.current = setTimeout(() => onLongPress(target, { x, y }), time)
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const { current } = start
    if (current && Math.hypot(clientX - current.x, clientY - current.y) > restingReach)
      clearTimeout(timer.current)
  }
  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end },
    /** Some browsers ask for a menu by themselves while a finger rests, sooner than it is due. */
    isTouching: (): boolean => start.current !== undefined,
  }
}

import { type PointerEvent, useEffect, useRef } from 'react'

/** A finger that rests this long asks for the menu, ms (DEC-06) [VIEW-21]. */
export const longPressTime = 600
/** A finger that moved farther than this is scrolling, px. */
const restingReach = 10

interface Point {
  readonly x: number
  readonly y: number
}

/** Calls `onLongPress` when a finger rests `time` ms on an element; mice have their right button [VIEW-20 VIEW-21]. */
export const useLongPress = (
  onLongPress: (target: Element, point: Point) => void,
  time: number = longPressTime,
) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef<Point>({ x: 0, y: 0 })
  const cancel = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])

  const onPointerDown = (event: PointerEvent) => {
    cancel()
    const { target, pointerType, clientX, clientY } = event
    if (pointerType !== 'touch' || !(target instanceof Element)) return
    start.current = { x: clientX, y: clientY }
    timer.current = setTimeout(() => onLongPress(target, start.current), time)
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - start.current.x, clientY - start.current.y) > restingReach) cancel()
  }
  return { onPointerDown, onPointerMove, onPointerUp: cancel, onPointerCancel: cancel }
}

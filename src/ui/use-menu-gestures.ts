import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

/**
 * The ways to the menu of an item among several: right click, menu key, Shift+F10, and a finger that rests on it `time` ms.
 * `open` opens the menu of what is at an element, beside it where no point is given, and says whether there is one.
 */
export const useMenuGestures = (
  open: (target: Element, point: Point | undefined) => boolean,
  time: number = longPressTime,
) => {
  // The finger that opened the menu is lifted over the item: that is no wish to open it.
  const isHeld = useRef(false)
  const longPress = useLongPress((target, point) => {
    isHeld.current = open(target, point)
  }, time)

  const onContextMenu = (event: MouseEvent) => {
    if (longPress.isTouching()) return event.preventDefault()
    const { target, clientX: x, clientY: y } = event
    if (target instanceof Element && open(target, { x, y })) event.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isMenuKey(event) && event.target instanceof Element && open(event.target, undefined))
      event.preventDefault()
  }
  const onClickCapture = (event: MouseEvent) => {
    if (!isHeld.current) return
    isHeld.current = false
    event.preventDefault()
    event.stopPropagation()
  }
  const onPointerDownCapture = () => {
    isHeld.current = false
  }
  return {
    handlers: { ...longPress.handlers, onContextMenu, onClickCapture, onPointerDownCapture },
    onKeyDown,
  }
}

/** A finger that rests this long asks for the menu, ms (DEC-06) [VIEW-21]. */
const longPressTime = 600
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

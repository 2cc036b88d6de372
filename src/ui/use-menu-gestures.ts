import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'
import { isShortcut } from '#domain/keyboard/shortcuts.ts'

/**
 * The gestures that open an item's context menu: right click, menu key, Shift+F10 and a long press of `time` ms. `open`
 * opens the menu of the item at an element, next to it if no point is given, and returns whether there is one.
 */
export const useMenuGestures = (
  open: (target: Element, point: Point | undefined) => boolean,
  time: number = longPressTime,
) => {
  // The touch end after a long press must not open the item.
  const hasOpenedMenu = useRef(false)
  const longPress = useLongPress((target, point) => {
    hasOpenedMenu.current = open(target, point)
  }, time)

  const onContextMenu = (event: MouseEvent) => {
    if (longPress.isTouching()) return event.preventDefault()
    const { target, clientX: x, clientY: y } = event
    if (target instanceof Element && open(target, { x, y })) event.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isShortcut(event, 'rowMenu') && event.target instanceof Element && open(event.target, undefined))
      event.preventDefault()
  }
  const onClickCapture = (event: MouseEvent) => {
    if (!hasOpenedMenu.current) return
    hasOpenedMenu.current = false
    event.preventDefault()
    event.stopPropagation()
  }
  const onPointerDownCapture = () => {
    hasOpenedMenu.current = false
  }
  return {
    handlers: { ...longPress.handlers, onContextMenu, onClickCapture, onPointerDownCapture },
    onKeyDown,
  }
}

/** Long-press time, ms (DEC-06) [VIEW-21]. */
const longPressTime = 600
/** Movement that turns a touch into a scroll, px. */
const scrollThreshold = 10

/** A point of the window, CSS px. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Calls `onLongPress` after a touch of `time` ms on an element; mice use the right button [VIEW-20 VIEW-21]. */
export const useLongPress = (
  onLongPress: (target: Element, point: Point) => void,
  time: number = longPressTime,
) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** The start of the current touch; undefined without one. */
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
    // At the distance at which a swipe takes the finger, whose movements are not seen here any more.
    if (current && Math.hypot(clientX - current.x, clientY - current.y) >= scrollThreshold)
      clearTimeout(timer.current)
  }
  return {
    handlers: { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end },
    /** Some browsers fire `contextmenu` during a touch, before the long-press time. */
    isTouching: (): boolean => start.current !== undefined,
  }
}

import { type KeyboardEvent, type MouseEvent, useRef } from 'react'
import { longPressTime, type Point, useLongPress } from './use-long-press.ts'

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

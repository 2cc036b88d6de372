import { type TouchEvent, useRef } from 'react'

/** Greatest start distance from the edge and least length of a drag, CSS px. */
const edge = 24
const distance = 72

interface Start {
  readonly x: number
  readonly y: number
}

/** Touch handlers for an element: a drag from its leading edge inwards goes back. None without `onBack`. */
export const useBackGesture = (onBack: (() => void) | undefined): BackGestureHandlers => {
  const start = useRef<Start>(undefined)
  if (onBack === undefined) return {}
  return {
    onTouchStart: (event) => {
      const touch = event.touches[0]
      const isAtEdge = touch !== undefined && event.touches.length === 1 && touch.clientX <= edge
      start.current = isAtEdge ? { x: touch.clientX, y: touch.clientY } : undefined
    },
    onTouchEnd: (event) => {
      const from = start.current
      const touch = event.changedTouches[0]
      start.current = undefined
      if (from === undefined || touch === undefined) return
      const inwards = touch.clientX - from.x
      if (inwards >= distance && Math.abs(touch.clientY - from.y) < inwards / 2) onBack()
    },
    onTouchCancel: () => {
      start.current = undefined
    },
  }
}

interface BackGestureHandlers {
  readonly onTouchStart?: (event: TouchEvent) => void
  readonly onTouchEnd?: (event: TouchEvent) => void
  readonly onTouchCancel?: (event: TouchEvent) => void
}

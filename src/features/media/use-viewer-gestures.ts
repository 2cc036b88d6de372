import { type PointerEvent, type RefObject, useRef } from 'react'
import {
  isDoubleTap,
  isSwipeDown,
  isTap,
  type PointerMoment,
  swipeTravel,
} from '#domain/media/viewer-gesture.ts'
import type { ZoomHandle } from './zoomable-picture.tsx'

interface Gestures {
  /** True while a drag moves the enlarged picture. */
  readonly isHeld: boolean
  readonly zoom: RefObject<ZoomHandle | null>
  readonly onClose: () => void
}

interface Touch {
  readonly id: number
  readonly from: PointerMoment
}

/** Moves the picture down with the finger. */
const travel = '--travel'

const momentOf = ({ clientX: x, clientY: y, timeStamp: at }: PointerEvent): PointerMoment => ({ x, y, at })

/**
 * Gestures of the viewer: double tap enlarges, swipe down closes, a mouse click outside the picture closes [MEDIA-07
 * MEDIA-08 MEDIA-09].
 */
export const useViewerGestures = ({ isHeld, zoom, onClose }: Gestures) => {
  const touch = useRef<Touch>(undefined)
  const lastTap = useRef<PointerMoment>(undefined)
  const end = (stage: HTMLElement) => {
    touch.current = undefined
    stage.style.removeProperty(travel)
  }
  const tap = (event: PointerEvent<HTMLElement>, moment: PointerMoment) => {
    if (isDoubleTap(lastTap.current, moment)) {
      lastTap.current = undefined
      return zoom.current?.toggleAt(moment)
    }
    lastTap.current = moment
    const isOutside = event.target instanceof Element && event.target.closest('[data-media-item]') === null
    // A tap would also press the element below once the viewer is closed.
    if (isOutside && event.pointerType === 'mouse') onClose()
  }

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const isAnother = touch.current !== undefined || !event.isPrimary || event.button !== 0
    if (isAnother) return end(event.currentTarget)
    touch.current = { id: event.pointerId, from: momentOf(event) }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { current } = touch
    if (current?.id !== event.pointerId || event.pointerType === 'mouse' || isHeld) return
    event.currentTarget.style.setProperty(travel, `${swipeTravel(current.from, momentOf(event))}px`)
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const { current } = touch
    end(event.currentTarget)
    if (current?.id !== event.pointerId) return
    const to = momentOf(event)
    if (isTap(current.from, to)) return tap(event, to)
    if (!isHeld && event.pointerType !== 'mouse' && isSwipeDown(current.from, to)) onClose()
  }
  const onPointerCancel = ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget)
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}

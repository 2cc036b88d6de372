import useEmblaCarousel from 'embla-carousel-react'
import {
  type PointerEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
} from 'react'
import type { MediaItem } from '#domain/media/media-item.ts'
import {
  isDoubleTap,
  isEnlarged,
  isSwipeDown,
  isTap,
  type PointerSample,
  swipeTravel,
} from '#domain/media/viewer-gesture.ts'
import { isRenderedSlide } from '#domain/media/viewer-position.ts'
import { useReducedMotion } from '#src/app/use-reduced-motion.ts'
import styles from './carousel.module.css'
import { MediaSlide } from './media-slide.tsx'
import type { ZoomHandle } from './zoomable-picture.tsx'

export interface CarouselHandle {
  previous(): void
  next(): void
}

interface CarouselProps {
  readonly ref: Ref<CarouselHandle>
  /** The zoom of the current picture. */
  readonly zoom: RefObject<ZoomHandle | null>
  readonly media: readonly MediaItem[]
  readonly index: number
  readonly scale: number
  readonly onScale: (scale: number) => void
  readonly onSelect: (index: number) => void
  readonly onClose: () => void
}

/** Scroll duration in the library's own unit. */
const duration = 22

/** A carousel of media. A drag moves to the next one unless the picture is enlarged [MEDIA-03]. */
export const Carousel = (props: CarouselProps) => {
  const { ref, zoom, media, index, scale, onScale, onSelect, onClose } = props
  const isZoomed = isEnlarged(scale)
  const { viewport, api } = useEmbla(index, isZoomed)
  const isMotionReduced = useReducedMotion()
  const goTo = (to: number) => {
    if (media[to] === undefined) return
    onScale(1)
    onSelect(to)
  }
  useImperativeHandle(ref, () => ({ previous: () => goTo(index - 1), next: () => goTo(index + 1) }))

  const select = useEffectEvent(() => {
    const next = api?.selectedScrollSnap()
    if (next !== undefined && next !== index) goTo(next)
  })
  useEffect(() => {
    const onChange = () => select()
    api?.on('select', onChange)
    return () => void api?.off('select', onChange)
  }, [api])

  // Added or removed media must not move the current one.
  const keys = media.map(({ key }) => key).join()
  const settle = useEffectEvent(() => api?.reInit({ startIndex: index }))
  const drawn = useRef(keys)
  useEffect(() => {
    if (drawn.current === keys) return
    drawn.current = keys
    settle()
  }, [keys])

  // The index is the source of truth, so that keys work before the carousel is initialized.
  const follow = useEffectEvent((to: number) => {
    if (api?.selectedScrollSnap() !== to) api?.scrollTo(to, isMotionReduced)
  })
  useEffect(() => {
    if (api !== undefined) follow(index)
  }, [api, index])

  const gestures = useViewerGestures({ isZoomed, zoom, onClose })
  return (
    <div ref={viewport} className={styles.viewport} data-zoomed={isZoomed} {...gestures}>
      <div className={styles.track}>
        {media.map((item, place) => (
          <div key={item.key} className={styles.slide} inert={place !== index} aria-hidden={place !== index}>
            {isRenderedSlide(place, index) && (
              <MediaSlide
                item={item}
                isCurrent={place === index}
                zoom={place === index ? zoom : undefined}
                onScale={onScale}
              />
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Initializes the carousel once; later indexes are set through its API. */
const useEmbla = (index: number, isZoomed: boolean) => {
  const start = useRef(index)
  const zoomed = useRef(isZoomed)
  useEffect(() => {
    zoomed.current = isZoomed
  }, [isZoomed])
  const [viewport, api] = useEmblaCarousel({
    startIndex: start.current,
    containScroll: false,
    watchSlides: false,
    watchFocus: false,
    watchDrag: () => !zoomed.current,
    duration,
  })
  return { viewport, api }
}

interface Gestures {
  /** True while a drag moves the enlarged picture. */
  readonly isZoomed: boolean
  readonly zoom: RefObject<ZoomHandle | null>
  readonly onClose: () => void
}

interface Touch {
  readonly id: number
  readonly from: PointerSample
}

/** Moves the picture down with the finger. */
const travel = '--travel'

const momentOf = ({ clientX: x, clientY: y, timeStamp: at }: PointerEvent): PointerSample => ({ x, y, at })

/**
 * Gestures of the viewer: double tap enlarges, swipe down closes, a mouse click outside the picture closes [MEDIA-07
 * MEDIA-08 MEDIA-09].
 */
const useViewerGestures = ({ isZoomed, zoom, onClose }: Gestures) => {
  const touch = useRef<Touch>(undefined)
  const lastTap = useRef<PointerSample>(undefined)
  const end = (stage: HTMLElement) => {
    touch.current = undefined
    stage.style.removeProperty(travel)
  }
  const tap = (event: PointerEvent<HTMLElement>, moment: PointerSample) => {
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
    if (current?.id !== event.pointerId || event.pointerType === 'mouse' || isZoomed) return
    event.currentTarget.style.setProperty(travel, `${swipeTravel(current.from, momentOf(event))}px`)
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const { current } = touch
    end(event.currentTarget)
    if (current?.id !== event.pointerId) return
    const to = momentOf(event)
    if (isTap(current.from, to)) return tap(event, to)
    if (!isZoomed && event.pointerType !== 'mouse' && isSwipeDown(current.from, to)) onClose()
  }
  const onPointerCancel = ({ currentTarget }: PointerEvent<HTMLElement>) => end(currentTarget)
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel }
}

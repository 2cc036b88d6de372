import useEmblaCarousel from 'embla-carousel-react'
import { type Ref, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import type { MediaItem } from '#domain/media/media-item.ts'
import { isEnlarged } from '#domain/media/viewer-gesture.ts'
import { isDrawnSlide } from '#domain/media/viewer-walk.ts'
import { usePreferences } from '#src/app/app-context.ts'
import styles from './carousel.module.css'
import { MediaSlide } from './media-slide.tsx'
import { useViewerGestures } from './use-viewer-gestures.ts'
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
  const isHeld = isEnlarged(scale)
  const { viewport, api } = useEmbla(index, isHeld)
  const [{ isMotionReduced }] = usePreferences()
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

  const gestures = useViewerGestures({ isHeld, zoom, onClose })
  return (
    <div ref={viewport} className={styles.viewport} data-held={isHeld} {...gestures}>
      <div className={styles.track}>
        {media.map((item, place) => (
          <div key={item.key} className={styles.slide} inert={place !== index} aria-hidden={place !== index}>
            {isDrawnSlide(place, index) && (
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
const useEmbla = (index: number, isHeld: boolean) => {
  const start = useRef(index)
  const held = useRef(isHeld)
  useEffect(() => {
    held.current = isHeld
  }, [isHeld])
  const [viewport, api] = useEmblaCarousel({
    startIndex: start.current,
    containScroll: false,
    watchSlides: false,
    watchFocus: false,
    watchDrag: () => !held.current,
    duration,
  })
  return { viewport, api }
}

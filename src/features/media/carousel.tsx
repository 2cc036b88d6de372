import useEmblaCarousel from 'embla-carousel-react'
import { type Ref, type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef } from 'react'
import type { Medium } from '#domain/media/media-item.ts'
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
  /** Of the picture that is looked at. */
  readonly zoom: RefObject<ZoomHandle | null>
  readonly media: readonly Medium[]
  readonly index: number
  readonly scale: number
  readonly onScale: (scale: number) => void
  readonly onSelect: (index: number) => void
  readonly onClose: () => void
}

/** How quickly the carousel comes to rest; a measure of the library's own. */
const duration = 22

/** Media side by side, one of them in view; a drag goes on to the next unless the picture is enlarged [MEDIA-03]. */
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

  // Older media before it and the loss of others move nothing that is looked at.
  const keys = media.map(({ key }) => key).join()
  const settle = useEffectEvent(() => api?.reInit({ startIndex: index }))
  const drawn = useRef(keys)
  useEffect(() => {
    if (drawn.current === keys) return
    drawn.current = keys
    settle()
  }, [keys])

  // The index leads and the carousel follows, so that a key counts before the carousel is there.
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

/** The library starts at the first index it is given and is told of later ones. */
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

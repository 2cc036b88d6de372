import { type CSSProperties, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import type { MediaItem } from '#domain/media/media-item.ts'
import { isEnlarged, steppedZoom, zoomAfterDoubleTap, zoomRange } from '#domain/media/viewer-gesture.ts'
import { mediaOf } from '#domain/message/message-body.ts'
import { useReducedMotion } from '#src/app/use-reduced-motion.ts'
import type { ShownFile } from '#src/features/conversation/attachments/use-shown-file.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './media-slide.module.css'

export interface ZoomHandle {
  step(way: 'in' | 'out'): void
  reset(): void
  /** Zooms in at a point of the window (CSS px), or back to the whole picture. */
  toggleAt(place: { readonly x: number; readonly y: number }): void
}

interface ZoomablePictureProps {
  readonly item: MediaItem
  readonly file: ShownFile
  readonly isCurrent: boolean
  /** Receives the zoom handle; undefined while another item is shown. */
  readonly zoom: RefObject<ZoomHandle | null> | undefined
  readonly onScale: (scale: number) => void
}

const zoomTime = 160
/** Largest enlargement of a picture or video that is smaller than the page. */
const enlargement = 2

/**
 * Returns the size in the page: all of it, but a small item at most at twice its size or at `leastWidth` (px), so that it
 * stays sharp. Empty if the item's own size is unknown.
 */
export const enlargedSize = (item: MediaItem, leastWidth = 0): CSSProperties => {
  const { width, height } = mediaOf(item) ?? {}
  if (width === undefined || height === undefined) return {}
  const ratio = width / height
  const widest = Math.max(enlargement * width, leastWidth)
  return { aspectRatio: ratio, inlineSize: `min(100cqi, 100cqb * ${ratio}, ${widest}px)` }
}

/** Overrides the library's style sheet, which only builds remove. */
const whole = { width: '100%', height: '100%' } as const

/** A picture with zoom up to 10× by pinch, wheel, keys and double tap, and panning by drag [MEDIA-04]. */
export const ZoomablePicture = ({ item, file, isCurrent, zoom, onScale }: ZoomablePictureProps) => {
  const text = useText()
  const isMotionReduced = useReducedMotion()
  const [isZoomed, setZoomed] = useState(false)
  const stage = useRef<ReactZoomPanPinchRef>(null)
  const time = isMotionReduced ? 0 : zoomTime
  useImperativeHandle(zoom, () => {
    const zoomTo = (scale: number, x = innerWidth / 2, y = innerHeight / 2) => {
      if (!isEnlarged(scale)) return void stage.current?.resetTransform(time)
      void stage.current?.zoomToPoint(scale, x, y, time)
    }
    const scale = () => stage.current?.state.scale ?? zoomRange.smallest
    return {
      step: (way) => zoomTo(steppedZoom(scale(), way)),
      reset: () => zoomTo(zoomRange.smallest),
      // One frame later, because the same touch end also ends the library's drag, which stops every zoom.
      toggleAt: ({ x, y }) => requestAnimationFrame(() => zoomTo(zoomAfterDoubleTap(scale()), x, y)),
    }
  }, [time])
  // Resets the zoom when another item is shown.
  useEffect(() => {
    if (!isCurrent) void stage.current?.resetTransform(0)
  }, [isCurrent])
  return (
    <TransformWrapper
      ref={stage}
      minScale={zoomRange.smallest}
      maxScale={zoomRange.largest}
      doubleClick={{ disabled: true }}
      panning={{ disabled: !isZoomed, velocityDisabled: isMotionReduced }}
      zoomAnimation={{ disabled: isMotionReduced }}
      onTransform={(_, { scale }) => {
        setZoomed(isEnlarged(scale))
        if (isCurrent) onScale(scale)
      }}
    >
      <TransformComponent
        wrapperClass={styles.zoom ?? ''}
        contentClass={classNames(styles.stage, styles.measured)}
        wrapperStyle={whole}
        contentStyle={whole}
      >
        {!file.isLoaded && (
          <span className={styles.loading}>
            <Spinner />
          </span>
        )}
        {file.source !== undefined && (
          <img
            data-media-item
            src={file.source}
            alt={text('conversation.picture.alt')}
            draggable={false}
            className={styles.picture}
            style={enlargedSize(item)}
            data-loaded={file.isLoaded}
            onLoad={file.onLoad}
            onError={file.onError}
          />
        )}
      </TransformComponent>
    </TransformWrapper>
  )
}

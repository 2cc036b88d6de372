import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { type ReactZoomPanPinchRef, TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import type { Medium } from '#domain/media/media-item.ts'
import { isEnlarged, steppedZoom, zoomAfterDoubleTap, zoomRange } from '#domain/media/viewer-gesture.ts'
import { mediaOf } from '#domain/message/message-body.ts'
import { usePreferences } from '#src/app/app-context.ts'
import type { ShownFile } from '#src/features/conversation/attachments/use-shown-file.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './media-slide.module.css'

export interface ZoomHandle {
  step(way: 'in' | 'out'): void
  reset(): void
  /** Enlarges what is at this place of the window, CSS px, or shows the whole picture again. */
  toggleAt(place: { readonly x: number; readonly y: number }): void
}

interface ZoomablePictureProps {
  readonly item: Medium
  readonly file: ShownFile
  readonly isCurrent: boolean
  /** Where its zoom is steered from; undefined while another one is looked at. */
  readonly zoom: RefObject<ZoomHandle | null> | undefined
  readonly onScale: (scale: number) => void
}

const zoomTime = 160
/** Wins over the library's own sheet, which only builds leave out. */
const whole = { width: '100%', height: '100%' } as const

/** A picture that is enlarged up to tenfold by pinch, wheel, keys and double tap, and then moved by a drag [MEDIA-04]. */
export const ZoomablePicture = ({ item, file, isCurrent, zoom, onScale }: ZoomablePictureProps) => {
  const text = useText()
  const [{ isMotionReduced }] = usePreferences()
  const [isHeld, setHeld] = useState(false)
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
      // A frame later: the lift of the finger that asks for it also ends the library's own drag, which stops every zoom.
      toggleAt: ({ x, y }) => requestAnimationFrame(() => zoomTo(zoomAfterDoubleTap(scale()), x, y)),
    }
  }, [time])
  // Whoever comes back sees the whole picture.
  useEffect(() => {
    if (!isCurrent) void stage.current?.resetTransform(0)
  }, [isCurrent])
  const { width, height } = mediaOf(item) ?? {}
  return (
    <TransformWrapper
      ref={stage}
      minScale={zoomRange.smallest}
      maxScale={zoomRange.largest}
      doubleClick={{ disabled: true }}
      panning={{ disabled: !isHeld, velocityDisabled: isMotionReduced }}
      zoomAnimation={{ disabled: isMotionReduced }}
      onTransform={(_, { scale }) => {
        setHeld(isEnlarged(scale))
        if (isCurrent) onScale(scale)
      }}
    >
      <TransformComponent
        wrapperClass={styles.zoom ?? ''}
        contentClass={styles.stage ?? ''}
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
            width={width}
            height={height}
            alt={text('conversation.picture.alt')}
            draggable={false}
            className={styles.picture}
            data-loaded={file.isLoaded}
            onLoad={file.onLoad}
            onError={file.onError}
          />
        )}
      </TransformComponent>
    </TransformWrapper>
  )
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Medium } from '#domain/media/media-item.ts'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { Carousel, type CarouselHandle } from './carousel.tsx'
import { useViewerKeys } from './use-viewer-keys.ts'
import styles from './viewer.module.css'
import { ViewerBar } from './viewer-bar.tsx'
import type { ZoomHandle } from './zoomable-picture.tsx'

interface ViewerStageProps {
  readonly media: readonly Medium[]
  readonly index: number
  /** What is said of the one that is looked at, and what can be done with it. */
  readonly caption: ReactNode
  readonly tools: ReactNode
  readonly onSelect: (index: number) => void
  readonly onClose: () => void
}

/** Media one by one below their bar, with the way to those beside it: by swipe, keys and buttons [MEDIA-03 COLL-06]. */
export const ViewerStage = ({ media, index, caption, tools, onSelect, onClose }: ViewerStageProps) => {
  const text = useText()
  const carousel = useRef<CarouselHandle>(null)
  const zoom = useRef<ZoomHandle>(null)
  const [scale, setScale] = useState(1)
  useViewerKeys({
    previous: () => carousel.current?.previous(),
    next: () => carousel.current?.next(),
    'zoom-in': () => zoom.current?.step('in'),
    'zoom-out': () => zoom.current?.step('out'),
    'zoom-reset': () => zoom.current?.reset(),
  })
  const isPicture = media[index]?.type === 'pic'
  return (
    <>
      <ViewerBar
        caption={caption}
        tools={tools}
        zoom={isPicture ? { scale, step: (way) => zoom.current?.step(way) } : undefined}
        onClose={onClose}
      />
      <div className={styles.middle}>
        <Carousel
          ref={carousel}
          zoom={zoom}
          media={media}
          index={index}
          scale={scale}
          onScale={setScale}
          onSelect={onSelect}
          onClose={onClose}
        />
        {index > 0 && (
          <span className={classNames(styles.arrow, styles.start)}>
            <IconButton
              label={text('media.previous')}
              icon={<ChevronLeft aria-hidden="true" />}
              hasTooltip={false}
              onPress={() => carousel.current?.previous()}
            />
          </span>
        )}
        {index < media.length - 1 && (
          <span className={classNames(styles.arrow, styles.end)}>
            <IconButton
              label={text('media.next')}
              icon={<ChevronRight aria-hidden="true" />}
              hasTooltip={false}
              onPress={() => carousel.current?.next()}
            />
          </span>
        )}
      </div>
    </>
  )
}

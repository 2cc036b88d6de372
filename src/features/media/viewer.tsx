import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { ErrorState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import { Carousel, type CarouselHandle } from './carousel.tsx'
import { useViewerKeys } from './use-viewer-keys.ts'
import type { ViewerWalk } from './use-viewer-walk.ts'
import styles from './viewer.module.css'
import { ViewerBar } from './viewer-bar.tsx'
import type { ZoomHandle } from './zoomable-picture.tsx'

interface ViewerProps {
  readonly walk: ViewerWalk
  readonly onClose: () => void
}

const names = {
  pic: 'conversation.picture.title',
  video: 'media.video.title',
  file: 'media.file.title',
} as const
const nameOf = ({ type }: TimelineMessage): string =>
  type === 'video' || type === 'file' ? names[type] : names.pic

/** Media over the whole page, dark in every theme: who sent it and when, what can be done, and the way to the ones beside it. */
export const Viewer = ({ walk, onClose }: ViewerProps) => {
  const text = useText()
  const { media, index } = walk
  const message = index === undefined ? undefined : media[index]
  const title = message ? text(nameOf(message), { sender: message.senderName }) : text('media.title')
  return (
    <ModalOverlay
      isOpen
      isKeyboardDismissDisabled={false}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={classNames(styles.overlay)}
      data-scheme="dark"
    >
      <Modal className={classNames(styles.modal)}>
        <Dialog aria-label={title} className={classNames(styles.dialog)}>
          {message !== undefined && index !== undefined ? (
            <Shown walk={walk} index={index} message={message} onClose={onClose} />
          ) : (
            <>
              <ViewerBar onClose={onClose} />
              <div className={styles.waiting}>
                {walk.hasFailed ? (
                  <ErrorState title={text('conversation.load-failed')} onRetry={walk.reload} />
                ) : (
                  <Spinner />
                )}
              </div>
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface ShownProps extends ViewerProps {
  readonly index: number
  readonly message: TimelineMessage
}

const Shown = ({ walk: { media, goTo }, index, message, onClose }: ShownProps) => {
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
  return (
    <>
      <ViewerBar
        caption={{ message, position: index + 1, count: media.length }}
        zoom={message.type === 'pic' ? { scale, step: (way) => zoom.current?.step(way) } : undefined}
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
          onSelect={goTo}
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

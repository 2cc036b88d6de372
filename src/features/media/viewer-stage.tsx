import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import { messageDate } from '#domain/formats/dates.ts'
import type { MediaItem } from '#domain/media/media-item.ts'
import { type ViewerKeyAction, viewerKeyAction, zoomRange } from '#domain/media/viewer-gesture.ts'
import { useViewpoint } from '#src/features/conversation/use-viewpoint.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useEscapeWithoutFocus } from '#src/ui/use-escape-without-focus.ts'
import { useText } from '#src/ui/use-text.ts'
import { useTooltip } from '#src/ui/use-tooltip.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { Carousel, type CarouselHandle } from './carousel.tsx'
import { useDownloadOf, useSavingLink } from './use-download.tsx'
import styles from './viewer-stage.module.css'
import type { ZoomHandle } from './zoomable-picture.tsx'

interface ViewerStageProps {
  readonly media: readonly MediaItem[]
  readonly index: number
  /** The caption of the current item. */
  readonly caption: ReactNode
  readonly tools: ReactNode
  readonly onSelect: (index: number) => void
  readonly onClose: () => void
}

/** One media item at a time below the bar, with navigation by swipe, keys and buttons [MEDIA-03 COLL-06]. */
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

/** Returns whether a focused player, a confirmation dialog or a text field above the viewer handles the key. */
const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof HTMLMediaElement ||
  (target instanceof Element && target.closest('[role="alertdialog"], input, textarea') !== null)

/** Keys of the viewer, wherever the focus is. Keys with a modifier are left to the browser. */
const useViewerKeys = (actions: Readonly<Record<ViewerKeyAction, () => void>>): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const action = viewerKeyAction(event.key)
    if (action === undefined || event.altKey || event.ctrlKey || event.metaKey || isElsewhere(event.target))
      return
    event.preventDefault()
    actions[action]()
  })
  // A layout effect, because a key may follow the first paint immediately.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

interface ViewerFrameProps {
  /** The accessible name. */
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A full-page overlay for media, dark in every theme. */
export const ViewerFrame = ({ title, onClose, children }: ViewerFrameProps) => {
  const modal = useRef<HTMLDivElement>(null)
  // A button that had the focus leaves at the last item and after a deletion.
  useEscapeWithoutFocus(modal, true, onClose)
  return (
    <ModalOverlay
      isOpen
      isKeyboardDismissDisabled={false}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={classNames(styles.overlay)}
      data-scheme="dark"
    >
      <Modal ref={modal} className={classNames(styles.modal)}>
        <Dialog aria-label={title} className={classNames(styles.dialog)}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

interface ViewerBarProps {
  readonly caption?: ReactNode
  readonly tools?: ReactNode
  readonly zoom?: { readonly scale: number; readonly step: (way: 'in' | 'out') => void } | undefined
  readonly onClose: () => void
}

/** The caption and the tools of the current item. */
export const ViewerBar = ({ caption, tools, zoom, onClose }: ViewerBarProps) => {
  const text = useText()
  return (
    <header className={styles.bar}>
      {caption}
      <div className={styles.tools}>
        {zoom !== undefined && (
          <span className={styles.zoom}>
            <IconButton
              label={text('media.zoom-out')}
              icon={<ZoomOut aria-hidden="true" />}
              isDisabled={zoom.scale <= zoomRange.smallest}
              onPress={() => zoom.step('out')}
            />
            <IconButton
              label={text('media.zoom-in')}
              icon={<ZoomIn aria-hidden="true" />}
              isDisabled={zoom.scale >= zoomRange.largest}
              onPress={() => zoom.step('in')}
            />
          </span>
        )}
        {tools}
        <IconButton label={text('common.close')} icon={<X aria-hidden="true" />} onPress={onClose} />
      </div>
    </header>
  )
}

interface ViewerCaptionProps {
  /** The sender, if known. */
  readonly person: { readonly id: number | string; readonly name: string; readonly url: string } | undefined
  /** ms. */
  readonly at: number
  /** Counted from 1. */
  readonly position: number
  readonly count: number
}

/** The sender, time and position of a media item. */
export const ViewerCaption = ({ person, at, position, count }: ViewerCaptionProps) => {
  const text = useText()
  const viewpoint = useViewpoint()
  return (
    <div className={styles.caption}>
      {person !== undefined && <Avatar {...person} size="small" />}
      <div className={styles.facts}>
        {person !== undefined && <bdi className={styles.sender}>{person.name}</bdi>}
        <span className={styles.meta}>
          <time dateTime={new Date(at).toISOString()}>{messageDate(at, viewpoint)}</time>
          <span role="status" className={styles.position}>
            {text('media.position', { position, count })}
          </span>
        </span>
      </div>
    </div>
  )
}

/** A link that saves the current item [MEDIA-37]. */
export const DownloadLink = ({ item }: { readonly item: MediaItem }) => {
  const text = useText()
  const toLink = useSavingLink()
  const file = useDownloadOf()(item)
  const { target, tooltip } = useTooltip({ text: text('conversation.file.download') })
  if (!file.isOk) return null
  return (
    <>
      <a {...toLink(file.value)} {...target} className={styles.download}>
        <Download aria-hidden="true" />
        <VisuallyHidden>{text('conversation.file.download')}</VisuallyHidden>
      </a>
      {tooltip}
    </>
  )
}

import { Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { messageDate } from '#domain/formats/dates.ts'
import type { MediaItem } from '#domain/media/media-item.ts'
import { zoomRange } from '#domain/media/viewer-gesture.ts'
import { useViewpoint } from '#src/features/conversation/use-viewpoint.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useTooltip } from '#src/ui/use-tooltip.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { useDownloadOf, useSavingLink } from './use-download.tsx'
import styles from './viewer-bar.module.css'

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

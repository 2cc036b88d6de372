import { Download, X, ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-aria-components'
import { messageDate } from '#domain/formats/dates.ts'
import { downloadOf } from '#domain/media/download.ts'
import { zoomRange } from '#domain/media/viewer-gesture.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useViewpoint } from '#src/features/conversation/use-viewpoint.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Tooltip } from '#src/ui/tooltip.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './viewer-bar.module.css'

interface CaptionProps {
  readonly message: TimelineMessage
  /** Counted from 1, oldest first. */
  readonly position: number
  readonly count: number
}

interface ViewerBarProps {
  readonly caption?: CaptionProps
  readonly zoom?: { readonly scale: number; readonly step: (way: 'in' | 'out') => void } | undefined
  readonly onClose: () => void
}

/** Who sent what is shown and when, and what can be done with it. */
export const ViewerBar = ({ caption, zoom, onClose }: ViewerBarProps) => {
  const text = useText()
  return (
    <header className={styles.bar}>
      {caption !== undefined && <Caption {...caption} />}
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
        {caption !== undefined && <DownloadLink message={caption.message} />}
        <IconButton label={text('common.close')} icon={<X aria-hidden="true" />} onPress={onClose} />
      </div>
    </header>
  )
}

const Caption = ({ message, position, count }: CaptionProps) => {
  const text = useText()
  const viewpoint = useViewpoint()
  const { senderId, senderName, senderAvatarUrl, sentAt } = message
  return (
    <div className={styles.caption}>
      <Avatar id={senderId} name={senderName} url={senderAvatarUrl} size="small" />
      <div className={styles.facts}>
        <bdi className={styles.sender}>{senderName}</bdi>
        <span className={styles.meta}>
          <time dateTime={new Date(sentAt).toISOString()}>{messageDate(sentAt, viewpoint)}</time>
          <span role="status" className={styles.position}>
            {text('media.position', { position, count })}
          </span>
        </span>
      </div>
    </div>
  )
}

/** The browser fetches and saves it under its name; nothing of it is opened as a page [MEDIA-37]. */
const DownloadLink = ({ message }: { readonly message: TimelineMessage }) => {
  const text = useText()
  const { media } = useAccount()
  const file = downloadOf(message)
  useEffect(() => void media.openFiles(), [media])
  if (!file.isOk) return null
  const { path, name } = file.value
  return (
    <Tooltip text={text('conversation.file.download')}>
      <Link
        href={path}
        download={name}
        aria-label={text('conversation.file.download')}
        className={classNames(styles.download)}
      >
        <Download aria-hidden="true" />
      </Link>
    </Tooltip>
  )
}

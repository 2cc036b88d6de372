import { RotateCw } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { Button } from 'react-aria-components'
import type { MediaMetadata } from '#domain/media/media-address.ts'
import type { MediaFault } from '#domain/media/media-item.ts'
import { pictureBox } from '#domain/media/picture-size.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './media-frame.module.css'
import type { ShownFile } from './use-shown-file.ts'

interface MediaFrameProps {
  readonly metadata: MediaMetadata
  /** The message's time and state, over a corner of the frame. */
  readonly meta: ReactNode
  /** The corner of `meta`; the bottom by default. */
  readonly metaAt?: 'top' | 'bottom'
  /** A class with minimum sizes. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/**
 * Set inside the tile of an album, which pictures and videos fill instead of a bubble of their own. In a quiet tile time
 * and state appear on hover and focus; assistive technology reads them anyway.
 */
export const TileContext = createContext<'plain' | 'quiet' | undefined>(undefined)

/** A bubble around a picture or a video. It reserves its size before the file loads. */
export const MediaFrame = ({ metadata, meta, metaAt = 'bottom', className, children }: MediaFrameProps) => {
  const { width, ratio } = pictureBox(metadata)
  const tile = use(TileContext)
  const content = (
    <>
      {children}
      <span className={styles.meta} data-at={metaAt} data-quiet={tile === 'quiet'}>
        {meta}
      </span>
    </>
  )
  if (tile) return <div className={styles.tile}>{content}</div>
  return (
    <div className={styles.bubble}>
      <div
        className={classNames(styles.frame, className)}
        style={{ inlineSize: `min(${width}px, calc(25vh * ${ratio}))`, aspectRatio: ratio }}
      >
        {content}
      </div>
    </div>
  )
}

interface BrokenMediaProps {
  readonly icon: ReactNode
  readonly label: string
  readonly file: Pick<ShownFile, 'fault' | 'retry'>
  readonly isReachable: boolean
}

/** Replaces media that cannot be shown and names the fault by the specification's term [MEDIA-18 MEDIA-19 MEDIA-20]. */
export const BrokenMedia = ({ icon, label, file: { fault, retry }, isReachable }: BrokenMediaProps) => {
  const text = useText()
  return (
    <MediaNotice icon={icon} label={label} fault={fault}>
      {retry !== undefined && (
        <Button className={classNames(styles.action)} excludeFromTabOrder={!isReachable} onPress={retry}>
          <RotateCw aria-hidden="true" />
          {text('conversation.retry')}
        </Button>
      )}
    </MediaNotice>
  )
}

interface MediaNoticeProps {
  readonly icon: ReactNode
  readonly label: string
  /** Exposed as `data-fault`. */
  readonly fault?: MediaFault | undefined
  readonly children: ReactNode
}

/** A notice in place of media, with its actions. */
export const MediaNotice = ({ icon, label, fault, children }: MediaNoticeProps) => (
  <div className={styles.notice} data-fault={fault}>
    <div className={styles.words}>
      {icon}
      <span>{label}</span>
      {children}
    </div>
  </div>
)

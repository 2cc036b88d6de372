import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
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

/** A bubble around a picture or a video. It reserves its size before the file loads. */
export const MediaFrame = ({ metadata, meta, metaAt = 'bottom', className, children }: MediaFrameProps) => {
  const { width, ratio } = pictureBox(metadata)
  return (
    <div className={styles.bubble}>
      <div
        className={classNames(styles.frame, className)}
        style={{ inlineSize: `min(${width}px, calc(25vh * ${ratio}))`, aspectRatio: ratio }}
      >
        {children}
        <span className={styles.meta} data-at={metaAt}>
          {meta}
        </span>
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

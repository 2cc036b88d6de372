import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import type { MediaFigures } from '#domain/media/media-address.ts'
import { pictureBox } from '#domain/media/picture-box.ts'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './medium.module.css'

interface MediumFrameProps {
  readonly figures: MediaFigures
  /** The message's time and marks, over a corner of it. */
  readonly meta: ReactNode
  /** Where they stand, the bottom when left out. */
  readonly metaAt?: 'top' | 'bottom'
  /** Gives the frame least sizes of its own. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A bubble around a picture or a video, which has its size before the file is there. */
export const MediumFrame = ({ figures, meta, metaAt = 'bottom', className, children }: MediumFrameProps) => {
  const { width, ratio } = pictureBox(figures)
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

interface BrokenMediumProps {
  readonly icon: ReactNode
  readonly label: string
  readonly retry: (() => void) | undefined
  readonly isReachable: boolean
}

/** Stands in for what cannot be shown [MEDIA-18]. */
export const BrokenMedium = ({ icon, label, retry, isReachable }: BrokenMediumProps) => {
  const text = useText()
  return (
    <MediumNotice icon={icon} label={label}>
      {retry !== undefined && (
        <Button className={classNames(styles.action)} excludeFromTabOrder={!isReachable} onPress={retry}>
          <RotateCw aria-hidden="true" />
          {text('conversation.retry')}
        </Button>
      )}
    </MediumNotice>
  )
}

interface MediumNoticeProps {
  readonly icon: ReactNode
  readonly label: string
  readonly children: ReactNode
}

/** Words in place of a medium, and what can be done. */
export const MediumNotice = ({ icon, label, children }: MediumNoticeProps) => (
  <div className={styles.notice}>
    {icon}
    <span>{label}</span>
    {children}
  </div>
)

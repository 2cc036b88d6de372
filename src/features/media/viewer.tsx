import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { ErrorState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import type { ViewerWalk } from './use-viewer-walk.ts'
import styles from './viewer.module.css'
import { DownloadLink, ViewerBar, ViewerCaption } from './viewer-bar.tsx'
import { ViewerFrame } from './viewer-frame.tsx'
import { ViewerStage } from './viewer-stage.tsx'

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

/** Media of a conversation over the whole page: who sent it and when, what can be done, and the way to the ones beside it. */
export const Viewer = ({ walk, onClose }: ViewerProps) => {
  const text = useText()
  const { media, index } = walk
  const message = index === undefined ? undefined : media[index]
  const title = message ? text(nameOf(message), { sender: message.senderName }) : text('media.title')
  return (
    <ViewerFrame title={title} onClose={onClose}>
      {message !== undefined && index !== undefined ? (
        <ViewerStage
          media={media}
          index={index}
          caption={<SenderCaption message={message} position={index + 1} count={media.length} />}
          tools={<DownloadLink medium={message} />}
          onSelect={walk.goTo}
          onClose={onClose}
        />
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
    </ViewerFrame>
  )
}

interface SenderCaptionProps {
  readonly message: TimelineMessage
  /** Counted from 1, oldest first. */
  readonly position: number
  readonly count: number
}

const SenderCaption = ({ message, ...place }: SenderCaptionProps) => {
  const { senderId: id, senderName: name, senderAvatarUrl: url, sentAt } = message
  return <ViewerCaption person={{ id, name, url }} at={sentAt} {...place} />
}

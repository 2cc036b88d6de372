import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { isNotice } from '#domain/message-list/rows.ts'
import { classNames } from '#src/ui/class-names.ts'
import { AttachmentMessage } from '../attachments/attachment-message.tsx'
import { PictureMessage } from '../attachments/picture-message.tsx'
import { KindText } from './kind-text.tsx'
import { LongText, mayBeLong } from './long-text.tsx'
import styles from './message-bubble.module.css'
import { MessageMeta } from './message-meta.tsx'
import { MessageText } from './message-text.tsx'
import { NoticeText } from './notice-text.tsx'

interface MessageBubbleProps {
  readonly message: TimelineMessage
  readonly date: string
  readonly isReachable: boolean
}

/** What was said, with time and state in its last line. */
export const MessageBubble = ({ message, date, isReachable }: MessageBubbleProps) => {
  if (isNotice(message)) {
    return (
      <p className={styles.notice}>
        <NoticeText message={message} />
      </p>
    )
  }

  const meta = <MessageMeta message={message} date={date} />
  if (message.type === 'pic') {
    return <PictureMessage message={message} meta={meta} isReachable={isReachable} />
  }
  if (message.attachment !== undefined) {
    return (
      <div className={styles.bubble}>
        <AttachmentMessage
          message={message}
          attachment={message.attachment}
          meta={meta}
          isReachable={isReachable}
        />
      </div>
    )
  }
  if (message.type !== 'txt') {
    return (
      <div className={styles.bubble}>
        <div className={classNames(styles.text, styles.kind)}>
          <KindText type={message.type} body={message.body} />
          {meta}
        </div>
      </div>
    )
  }
  if (mayBeLong(message.body)) {
    return (
      <div className={styles.bubble}>
        <LongText message={message} meta={meta} isReachable={isReachable} />
      </div>
    )
  }
  return (
    <div className={styles.bubble}>
      <div dir="auto" className={styles.text}>
        <MessageText body={message.body} isReachable={isReachable} />
        {meta}
      </div>
    </div>
  )
}

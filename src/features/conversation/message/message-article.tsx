import { memo, useId } from 'react'
import type { Viewpoint } from '#domain/formats/calendar.ts'
import { messageDate } from '#domain/formats/dates.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { isNotice, type RunPosition } from '#domain/message-list/rows.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import { useIsChosen } from '../selection/use-selection.ts'
import styles from './message-article.module.css'
import { MessageBubble } from './message-bubble.tsx'
import { RoleBadge } from './role-badge.tsx'
import { SenderLink } from './sender-link.tsx'
import { UnsentNote } from './unsent-note.tsx'

interface MessageArticleProps {
  readonly message: TimelineMessage
  readonly position: RunPosition
  /** In a group each run shows its sender once. */
  readonly hasSenders: boolean
  /** The one message that Tab reaches; arrows walk to the others. */
  readonly isTabStop: boolean
  readonly viewpoint: Viewpoint
}

/** One message: an article named by its sender and time, described by its words and state. */
export const MessageArticle = memo(
  ({ message, position, hasSenders, isTabStop, viewpoint }: MessageArticleProps) => {
    const text = useText()
    const contentId = useId()
    const date = messageDate(message.sentAt, viewpoint)
    const startsRun = position === 'single' || position === 'first'
    const endsRun = position === 'single' || position === 'last'
    const isCentred = isNotice(message)
    const isChosen = useIsChosen(message)
    return (
      <article
        aria-label={text('conversation.message-label', { sender: message.senderName, time: date })}
        aria-describedby={contentId}
        data-key={message.key}
        data-message-id={message.serverId ?? ''}
        data-client-id={message.clientId ?? ''}
        data-state={message.state}
        data-chosen={isChosen}
        tabIndex={isTabStop ? 0 : -1}
        className={classNames(
          styles.message,
          isCentred && styles.notice,
          !isCentred && (message.isOwn ? styles.own : styles.other),
          startsRun && styles.starts,
          endsRun && styles.ends,
        )}
      >
        {isChosen !== undefined && (
          <input
            type="checkbox"
            checked={isChosen}
            readOnly
            aria-label={text('conversation.selection.choose')}
            tabIndex={-1}
            className={styles.check}
          />
        )}
        {hasSenders && !message.isOwn && !isCentred && (
          <span className={styles.side}>
            {endsRun && (
              <span className={styles.picture}>
                <Avatar
                  id={message.senderId}
                  name={message.senderName}
                  url={message.senderAvatarUrl}
                  size="small"
                />
                <SenderLink
                  message={message}
                  isReachable={isTabStop}
                  label={text('conversation.about', { name: message.senderName })}
                  isSilent={startsRun}
                  className={styles.cover}
                />
              </span>
            )}
          </span>
        )}
        <div id={contentId} className={styles.column}>
          {hasSenders && !message.isOwn && startsRun && !isCentred && (
            <span className={styles.sender}>
              <SenderLink message={message} isReachable={isTabStop} className={styles.name}>
                <bdi>{message.senderName}</bdi>
              </SenderLink>
              <RoleBadge role={message.senderRole} />
            </span>
          )}
          <MessageBubble message={message} date={date} isReachable={isTabStop} />
          <UnsentNote message={message} isReachable={isTabStop} />
        </div>
      </article>
    )
  },
)

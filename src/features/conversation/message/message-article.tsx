import { RotateCw } from 'lucide-react'
import { memo, useId } from 'react'
import type { Viewpoint } from '#domain/formats/calendar.ts'
import { messageDate } from '#domain/formats/dates.ts'
import { isNotice } from '#domain/message/message-notices.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { endsRun, type RunPosition, startsRun } from '#domain/message-list/rows.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { PressButton } from '#src/ui/button.tsx'
import { classNames } from '#src/ui/class-names.ts'
import { useText } from '#src/ui/use-text.ts'
import { useTooltip } from '#src/ui/use-tooltip.tsx'
import { ReactionPills } from '../reactions/reactions.tsx'
import { useIsSelected } from '../selection/selection.tsx'
import styles from './message-article.module.css'
import { MessageBubble } from './message-bubble.tsx'
import { useMessageListActions } from './message-list-actions.ts'
import { RoleBadge, SenderLink, SenderName, useSenderName } from './sender-link.tsx'

/**
 * Returns the attributes of a message's article: its accessible name, and the data attributes by which the list, the
 * menu and the selection find it. The article's content must have the id `contentId`.
 */
export const useArticle = (message: TimelineMessage, isTabStop: boolean, viewpoint: Viewpoint) => {
  const text = useText()
  const contentId = useId()
  const date = messageDate(message.sentAt, viewpoint)
  const isChosen = useIsSelected(message)
  const senderName = useSenderName(message)
  const attributes = {
    'aria-label': text('conversation.message-label', { sender: senderName, time: date }),
    'aria-describedby': contentId,
    'data-key': message.key,
    'data-message-id': message.serverId ?? '',
    'data-client-id': message.clientId ?? '',
    'data-state': message.state,
    'data-chosen': isChosen,
    tabIndex: isTabStop ? 0 : -1,
  }
  return { attributes, contentId, isChosen, senderName }
}

interface MessageArticleProps {
  readonly message: TimelineMessage
  readonly position: RunPosition
  /** True in a group, where each run shows its sender once. */
  readonly hasSenders: boolean
  /** True for the one message that Tab reaches; arrow keys reach the others. */
  readonly isTabStop: boolean
  readonly viewpoint: Viewpoint
}

/** A message: an article named by its sender and time, described by its text and state. */
export const MessageArticle = memo(
  ({ message, position, hasSenders, isTabStop, viewpoint }: MessageArticleProps) => {
    const { attributes, contentId, isChosen, senderName } = useArticle(message, isTabStop, viewpoint)
    const run = { startsRun: startsRun(position), endsRun: endsRun(position) }
    const isCentred = isNotice(message)
    return (
      <article
        {...attributes}
        className={classNames(
          styles.message,
          isCentred && styles.notice,
          !isCentred && (message.isOwn ? styles.own : styles.other),
          run.startsRun && styles.starts,
          run.endsRun && styles.ends,
        )}
      >
        <SelectionMark isChosen={isChosen} />
        {hasSenders && !message.isOwn && !isCentred && (
          <SenderPicture {...{ message, senderName, ...run }} isReachable={isTabStop} />
        )}
        <div id={contentId} className={styles.column}>
          {hasSenders && !message.isOwn && run.startsRun && !isCentred && (
            <SenderLine message={message} senderName={senderName} isReachable={isTabStop} />
          )}
          <MessageBubble message={message} isReachable={isTabStop} />
          <ReactionPills message={message} isReachable={isTabStop} />
          <UnsentNote message={message} isReachable={isTabStop} />
        </div>
      </article>
    )
  },
)

/** The checkbox of a message while messages are selected; nothing otherwise. */
export const SelectionMark = ({ isChosen }: { readonly isChosen: boolean | undefined }) => {
  const text = useText()
  if (isChosen === undefined) return null
  return (
    <input
      type="checkbox"
      checked={isChosen}
      readOnly
      aria-label={text('conversation.selection.choose')}
      tabIndex={-1}
      className={styles.check}
    />
  )
}

interface SenderProps {
  readonly message: TimelineMessage
  readonly senderName: string
  readonly isReachable: boolean
}

/** The space for the sender's picture, with the picture at the end of a run. */
export const SenderPicture = (
  props: SenderProps & { readonly startsRun: boolean; readonly endsRun: boolean },
) => {
  const { message, senderName, isReachable, startsRun, endsRun } = props
  const text = useText()
  return (
    <span className={styles.side}>
      {endsRun && (
        <span className={styles.picture}>
          <Avatar id={message.senderId} name={senderName} url={message.senderAvatarUrl} size="small" />
          <SenderLink
            message={message}
            isReachable={isReachable}
            label={text('conversation.about', { name: senderName })}
            isSilent={startsRun}
            className={styles.cover}
          />
        </span>
      )}
    </span>
  )
}

/** The sender's name and role at the start of a run. */
export const SenderLine = ({ message, senderName, isReachable }: SenderProps) => (
  <span className={styles.sender}>
    <SenderName message={message} isReachable={isReachable} className={styles.name}>
      <bdi>{senderName}</bdi>
    </SenderName>
    <RoleBadge role={message.senderRole} />
  </span>
)

interface UnsentNoteProps {
  readonly message: TimelineMessage
  readonly isReachable: boolean
}

/** Below an unsent message: the reason and a retry button [LIFE-10 LIFE-11]. */
export const UnsentNote = ({ message, isReachable }: UnsentNoteProps) => {
  const text = useText()
  const isUnsent = message.state === 'stale' || message.state === 'failed'
  if (!isUnsent && !message.canRetry) return null
  return (
    <div className={styles.note} data-failed={message.state === 'failed'}>
      {isUnsent && <span aria-hidden="true">{text(`conversation.state.${message.state}`)}</span>}
      {message.canRetry && <RetryButton message={message} isReachable={isReachable} />}
    </div>
  )
}

const RetryButton = ({ message, isReachable }: UnsentNoteProps) => {
  const text = useText()
  const { retry } = useMessageListActions()
  const { target, tooltip } = useTooltip({
    text: text(message.state === 'failed' ? 'conversation.failed-hint' : 'conversation.stale-hint'),
  })
  return (
    <>
      <PressButton
        {...target}
        className={styles.retry}
        excludeFromTabOrder={!isReachable}
        onPress={() => retry(message)}
      >
        <RotateCw aria-hidden="true" />
        {text('conversation.retry')}
      </PressButton>
      {tooltip}
    </>
  )
}

import { Plus } from 'lucide-react'
import { quickReactions } from '#domain/message/reactions.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useText } from '#src/ui/use-text.ts'
import { useMessageListActions } from '../message/message-list-actions.ts'
import styles from './reactions.module.css'

interface ReactionPillsProps {
  readonly message: TimelineMessage
  readonly isReachable: boolean
}

/** The reactions below a message. A press adds the own one, for people who may write here, or removes it. */
export const ReactionPills = ({ message, isReachable }: ReactionPillsProps) => {
  const text = useText()
  const { canAddReactions, react } = useMessageListActions()
  const { reactions = [] } = message
  if (reactions.length === 0) return null
  return (
    <fieldset aria-label={text('conversation.reactions')} className={styles.pills}>
      {reactions.map(({ emoji, count, isOwn }) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={isOwn}
          aria-disabled={!isOwn && !canAddReactions}
          aria-label={text('conversation.reaction', { emoji, count })}
          tabIndex={isReachable ? 0 : -1}
          className={styles.pill}
          onClick={() => {
            if (isOwn || canAddReactions) react(message, isOwn ? '' : emoji)
          }}
        >
          <span className={styles.emoji}>{emoji}</span>
          {count}
        </button>
      ))}
    </fieldset>
  )
}

interface ReactionBarProps {
  readonly message: TimelineMessage
  readonly onReact: (emoji: string) => void
  /** Opens the picker of all emoji. */
  readonly onMore: () => void
}

/** The quick reactions in the message menu. A press on the own one removes it. */
export const ReactionBar = ({ message, onReact, onMore }: ReactionBarProps) => {
  const text = useText()
  const own = message.reactions?.find(({ isOwn }) => isOwn)?.emoji
  return (
    <div role="toolbar" aria-label={text('conversation.reactions.quick')} className={styles.bar}>
      {quickReactions.map((emoji) => (
        <button
          key={emoji}
          type="button"
          aria-pressed={emoji === own}
          aria-label={text('conversation.reactions.add', { emoji })}
          className={styles.quick}
          onClick={() => onReact(emoji === own ? '' : emoji)}
        >
          {emoji}
        </button>
      ))}
      <button
        type="button"
        aria-label={text('conversation.action.react')}
        title={text('conversation.action.react')}
        className={styles.quick}
        onClick={onMore}
      >
        <Plus aria-hidden="true" />
      </button>
    </div>
  )
}

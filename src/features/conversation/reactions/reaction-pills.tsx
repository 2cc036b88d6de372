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

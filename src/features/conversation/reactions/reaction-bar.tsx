import { Plus } from 'lucide-react'
import { quickReactions } from '#domain/message/reactions.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './reactions.module.css'

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

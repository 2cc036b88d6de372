import { RotateCw } from 'lucide-react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import { PressButton } from '#src/ui/press-button.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useTooltip } from '#src/ui/use-tooltip.tsx'
import { useMessageActions } from './message-actions.ts'
import styles from './unsent-note.module.css'

interface UnsentNoteProps {
  readonly message: TimelineMessage
  readonly isReachable: boolean
}

/** Under a message that did not go out: that it did not, and a button that tries again [LIFE-10 LIFE-11]. */
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
  const { retry } = useMessageActions()
  const { target, words } = useTooltip({
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
      {words}
    </>
  )
}

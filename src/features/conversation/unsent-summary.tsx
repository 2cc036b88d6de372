import { CircleAlert } from 'lucide-react'
import type { TimelineView } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './unsent-summary.module.css'

interface UnsentSummaryProps {
  readonly conversationId: ConversationId
  readonly view: Pick<TimelineView, 'unsent' | 'hasNewer'>
  /** Scrolls to the unsent messages. */
  readonly onShow: () => void
}

/** Fewest unsent messages for a summary; a single one has its own note. */
const fewestShown = 2

/**
 * The number of unsent messages and a button that retries all of them in order. Unsent messages are after the newest
 * one, so in a detached window the summary shows for a single one too, with a button that scrolls there.
 */
export const UnsentSummary = ({ conversationId, view, onShow }: UnsentSummaryProps) => {
  const text = useText()
  const account = useAccount()
  const { unsent, hasNewer } = view
  if (unsent.length < (hasNewer ? 1 : fewestShown)) return null
  const retryAll = async () => {
    for (const clientId of unsent) await account.dispatch({ type: 'RetryMessage', conversationId, clientId })
  }
  return (
    <div className={styles.summary}>
      <CircleAlert aria-hidden="true" />
      <p role="status" className={styles.words}>
        {text('conversation.unsent-summary', { count: unsent.length })}
      </p>
      {hasNewer && (
        <Button variant="quiet" onPress={onShow}>
          {text('conversation.unsent-show')}
        </Button>
      )}
      <Button variant="quiet" onPress={() => void retryAll()}>
        {text(unsent.length === 1 ? 'conversation.retry' : 'conversation.retry-all')}
      </Button>
    </div>
  )
}

import { CircleAlert } from 'lucide-react'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Button } from '#src/ui/button.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './unsent-summary.module.css'

interface UnsentSummaryProps {
  readonly conversationId: ConversationId
  readonly messages: readonly TimelineMessage[]
}

/** One that did not go out says so itself; of more there is a word here, with a button for all of them. */
const fewestToTell = 2

/** How many messages were not sent, and one button that tries all of them again in their order. */
export const UnsentSummary = ({ conversationId, messages }: UnsentSummaryProps) => {
  const text = useText()
  const account = useAccount()
  const unsent = messages.flatMap(({ canRetry, clientId }) => (canRetry && clientId ? [clientId] : []))
  if (unsent.length < fewestToTell) return null
  const retryAll = async () => {
    for (const clientId of unsent) await account.dispatch({ type: 'RetryMessage', conversationId, clientId })
  }
  return (
    <div className={styles.summary}>
      <CircleAlert aria-hidden="true" />
      <p role="status" className={styles.words}>
        {text('conversation.unsent-summary', { count: unsent.length })}
      </p>
      <Button variant="quiet" onPress={() => void retryAll()}>
        {text('conversation.retry-all')}
      </Button>
    </div>
  )
}

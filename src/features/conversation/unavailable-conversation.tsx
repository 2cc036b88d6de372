import { useNavigate } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { useEffect } from 'react'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/state-view.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './conversation.module.css'

interface UnavailableConversationProps {
  readonly id: ConversationId
  readonly onLeave: () => void
}

/**
 * The server no longer lets this user in, or there is no such conversation [SESS-48]. From a group that was left or
 * disbanded the way leads to the messages by itself; a toast has said why [SESS-53].
 */
export const UnavailableConversation = ({ id, onLeave }: UnavailableConversationProps) => {
  const text = useText()
  const navigate = useNavigate()
  const isGroup = parseConversationId(id).kind === 'group'
  useEffect(() => {
    if (isGroup) void navigate({ to: paths.messages, replace: true })
  }, [isGroup, navigate])
  return (
    <main className={styles.conversation}>
      <EmptyState
        icon={<MessageCircle />}
        title={text('conversation.session-not-available')}
        action={<Button onPress={onLeave}>{text('conversation.to-messages')}</Button>}
      />
    </main>
  )
}

import { Eraser } from 'lucide-react'
import { useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './session-settings.module.css'

/** Asks once, then clears every message of the conversation from this device [SESS-60 LIFE-19]. */
export const ClearMessages = ({ conversation }: { readonly conversation: ConversationSummary }) => {
  const text = useText()
  const account = useAccount()
  const toasts = useToasts()
  const [isAsking, setAsking] = useState(false)
  const clear = async () => {
    setAsking(false)
    const outcome = await account.dispatch({ type: 'ClearConversation', conversationId: conversation.id })
    if (outcome.isOk) toasts.show({ kind: 'success', text: text('conversation.cleared') })
    else toasts.show({ kind: 'error', text: text(outcome.refusal.key, outcome.refusal.values) })
  }
  return (
    <div className={styles.setting}>
      <Button variant="danger" icon={<Eraser aria-hidden="true" />} onPress={() => setAsking(true)}>
        {text('conversation.clear')}
      </Button>
      <ConfirmDialog
        title={text('conversation.clear-question', { name: conversation.title })}
        isOpen={isAsking}
        isDanger
        confirmLabel={text('conversation.clear')}
        onConfirm={() => void clear()}
        onClose={() => setAsking(false)}
      >
        <p>{text('conversation.clear-consequence')}</p>
      </ConfirmDialog>
    </div>
  )
}

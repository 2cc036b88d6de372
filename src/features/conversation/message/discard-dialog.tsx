import { useState } from 'react'
import { singleLine } from '#domain/formats/preview.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'

interface DiscardDialogProps {
  readonly conversationId: ConversationId
  /** The unsent message to give up; closed while undefined. */
  readonly message: TimelineMessage | undefined
  readonly onClose: () => void
}

/** Asks once before an unsent message is given up, naming it. */
export const DiscardDialog = ({ conversationId, message, onClose }: DiscardDialogProps) => {
  const text = useText()
  const account = useAccount()
  // The words stay while the closing dialog fades.
  const [shown, setShown] = useState(message)
  if (message !== undefined && message !== shown) setShown(message)
  const discard = () => {
    onClose()
    if (message?.clientId === undefined) return
    void account.dispatch({ type: 'DiscardMessage', conversationId, clientId: message.clientId })
  }
  return (
    <ConfirmDialog
      title={text('conversation.discard-title')}
      isOpen={message !== undefined}
      isDanger
      confirmLabel={text('conversation.action.discard')}
      onConfirm={discard}
      onClose={onClose}
    >
      <p dir="auto">{singleLine(shown?.body ?? '')}</p>
      <p>{text('conversation.discard-hint')}</p>
    </ConfirmDialog>
  )
}

import { useState } from 'react'
import { messagePreview } from '#domain/formats/preview.ts'
import type { TimelineMessage } from '#domain/message/timeline-message.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { type Translate, useText } from '#src/ui/use-text.ts'

interface DiscardDialogProps {
  readonly conversationId: ConversationId
  /** The unsent message to give up; closed while undefined. */
  readonly message: TimelineMessage | undefined
  readonly onClose: () => void
}

const wordsOf = (message: TimelineMessage, text: Translate): string => {
  const preview = messagePreview(message)
  return preview.kind === 'text' ? preview.text : text(`messages.preview.${message.type}`)
}

/** Asks once before an unsent message is given up, naming it. */
export const DiscardDialog = ({ conversationId, message, onClose }: DiscardDialogProps) => {
  const text = useText()
  const account = useAccount()
  // Keeps the text while the closing dialog fades out.
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
      {shown !== undefined && <p dir="auto">{wordsOf(shown, text)}</p>}
      <p>{text('conversation.discard-hint')}</p>
    </ConfirmDialog>
  )
}

import { useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useLeaving } from './use-row-actions.ts'

interface DeleteDialogProps {
  /** Closed while undefined. */
  readonly conversation: ConversationSummary | undefined
  readonly onClose: () => void
}

/** Asks once, naming the conversation, before it and its messages go from this device [SESS-47]. */
export const DeleteDialog = ({ conversation, onClose }: DeleteDialogProps) => {
  const text = useText()
  const { remove } = useLeaving()
  // The words stay while the closing dialog fades.
  const [shown, setShown] = useState(conversation)
  if (conversation !== undefined && conversation !== shown) setShown(conversation)
  return (
    <ConfirmDialog
      title={text('messages.delete-question', { name: shown?.title ?? '' })}
      isOpen={conversation !== undefined}
      isDanger
      confirmLabel={text('messages.action.delete')}
      onConfirm={() => {
        onClose()
        if (conversation !== undefined) remove(conversation)
      }}
      onClose={onClose}
    >
      <p>{text('messages.delete-consequence')}</p>
    </ConfirmDialog>
  )
}

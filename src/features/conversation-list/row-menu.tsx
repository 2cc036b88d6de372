import { useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { oneOf } from '#src/app/one-of.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { ContextMenu } from '#src/ui/menu.tsx'
import type { MenuEntry } from '#src/ui/menu-popover.tsx'
import type { Point } from '#src/ui/use-menu-gestures.ts'
import { type Translate, useText } from '#src/ui/use-text.ts'
import { allRowActions, rowActionIcons, rowActions, useLeaving, useRowActions } from './row-actions.tsx'

/** The row of an open menu, and the point where it opens. */
export interface OpenedRow {
  readonly row: ConversationSummary
  readonly point: Point
}

export interface RowMenuProps {
  /** Closed while undefined. */
  readonly opened: OpenedRow | undefined
  readonly onClose: () => void
}

/** The menu "Conversation actions" of a row, and its confirmation. */
export const RowMenu = ({ opened, onClose }: RowMenuProps) => {
  const text = useText()
  const [deleting, setDeleting] = useState<ConversationSummary>()
  const run = useRowActions(setDeleting)
  const onAction = (id: string) => {
    const action = oneOf(allRowActions, id)
    if (action !== undefined && opened !== undefined) run(action, opened.row)
  }
  return (
    <>
      <ContextMenu
        label={text('messages.actions')}
        entries={opened === undefined ? [] : entriesOf(opened.row, text)}
        point={opened?.point}
        onClose={onClose}
        onAction={onAction}
      />
      <DeleteDialog conversation={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
}

interface DeleteDialogProps {
  /** Closed while undefined. */
  readonly conversation: ConversationSummary | undefined
  readonly onClose: () => void
}

/** Asks before a conversation and its messages are deleted from this device [SESS-47]. */
const DeleteDialog = ({ conversation, onClose }: DeleteDialogProps) => {
  const text = useText()
  const { remove } = useLeaving()
  // Keeps the text while the closing dialog fades out.
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

const entriesOf = (row: ConversationSummary, text: Translate): readonly MenuEntry[] =>
  rowActions(row).map((action) => ({
    id: action,
    label: text(`messages.action.${action}`),
    icon: rowActionIcons[action],
    isDanger: action === 'delete',
  }))

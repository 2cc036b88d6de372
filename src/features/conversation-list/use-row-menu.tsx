import { type ReactNode, useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { ContextMenu } from '#src/ui/menu.tsx'
import type { Point } from '#src/ui/use-menu-gestures.ts'
import { useMenuGestures } from '#src/ui/use-menu-gestures.ts'
import { useText } from '#src/ui/use-text.ts'
import { entriesOf, rowActions, useLeaving, useRowActions } from './use-row-actions.tsx'

interface Opened {
  readonly row: ConversationSummary
  readonly point: Point
}

/** The menu "Conversation actions" of a list: by right click, long press, menu key or Shift+F10. */
export const useRowMenu = (rows: readonly ConversationSummary[]) => {
  const text = useText()
  const [opened, setOpened] = useState<Opened>()
  const [deleting, setDeleting] = useState<ConversationSummary>()
  const run = useRowActions(setDeleting)
  const { handlers, onKeyDown } = useMenuGestures((target, point) => {
    const item = target.closest<HTMLElement>('[data-item-index]')
    const row = item === null ? undefined : rows[Number(item.dataset.itemIndex)]
    if (item === null || row === undefined) return false
    setOpened({ row, point: point ?? startOf(item) })
    return true
  })
  const onAction = (id: string) => {
    const action = rowActions.find((one) => one === id)
    if (action !== undefined && opened !== undefined) run(action, opened.row)
  }
  const element: ReactNode = (
    <>
      <ContextMenu
        label={text('messages.actions')}
        entries={opened === undefined ? [] : entriesOf(opened.row, text)}
        point={opened?.point}
        onClose={() => setOpened(undefined)}
        onAction={onAction}
      />
      <DeleteDialog conversation={deleting} onClose={() => setDeleting(undefined)} />
    </>
  )
  return { handlers, onKeyDown, element }
}

/** Returns the point where a menu opens by keyboard: below the start of the row. */
const startOf = (item: HTMLElement): Point => {
  const { left, top, height } = item.getBoundingClientRect()
  return { x: left + height / 2, y: top + height / 2 }
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

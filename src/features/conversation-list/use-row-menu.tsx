import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { ContextMenu } from '#src/ui/menu.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useLongPress } from '../conversation/message/use-long-press.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { entriesOf, rowActions } from './row-entries.tsx'
import { useRowActions } from './use-row-actions.ts'

interface Point {
  readonly x: number
  readonly y: number
}
interface Opened {
  readonly row: ConversationSummary
  readonly point: Point
}

const itemOf = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-item-index]') : null

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

/** The menu "Conversation actions" of a list: by right click, long press, menu key or Shift+F10. */
export const useRowMenu = (rows: readonly ConversationSummary[]) => {
  const text = useText()
  const [opened, setOpened] = useState<Opened>()
  const [deleting, setDeleting] = useState<ConversationSummary>()
  const act = useRowActions(setDeleting)
  // The finger that opened the menu is lifted over the row: that is no wish to open it.
  const isHeld = useRef(false)

  const open = (target: EventTarget, point?: Point): boolean => {
    const item = itemOf(target)
    const row = item === null ? undefined : rows[Number(item.dataset.itemIndex)]
    if (item === null || row === undefined) return false
    setOpened({ row, point: point ?? startOf(item) })
    return true
  }
  const longPress = useLongPress((target, point) => {
    isHeld.current = open(target, point)
  })
  const onContextMenu = (event: MouseEvent) => {
    if (open(event.target, { x: event.clientX, y: event.clientY })) event.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isMenuKey(event) && open(event.target)) event.preventDefault()
  }
  const onClickCapture = (event: MouseEvent) => {
    if (!isHeld.current) return
    isHeld.current = false
    event.preventDefault()
    event.stopPropagation()
  }
  const onPointerDownCapture = () => {
    isHeld.current = false
  }
  const onAction = (id: string) => {
    const action = rowActions.find((one) => one === id)
    if (action !== undefined && opened !== undefined) act(action, opened.row)
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
  return {
    handlers: { ...longPress, onContextMenu, onClickCapture, onPointerDownCapture },
    onKeyDown,
    element,
  }
}

/** Where a menu opens for the keyboard: below the start of the row. */
const startOf = (item: HTMLElement): Point => {
  const { left, top, height } = item.getBoundingClientRect()
  return { x: left + height / 2, y: top + height / 2 }
}

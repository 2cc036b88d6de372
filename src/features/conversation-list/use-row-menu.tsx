import { type ReactNode, useState } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import { type Point, useMenuGestures } from '#src/ui/use-menu-gestures.ts'
import { useWhenNeeded } from '#src/ui/use-on-demand.ts'
import type { OpenedRow } from './row-menu.tsx'

const loadMenu = async () => (await import('./row-menu.tsx')).RowMenu

/**
 * The menu of a list's rows: by right click, long press, menu key or Shift+F10. Its code is loaded when it first opens.
 */
export const useRowMenu = (rows: readonly ConversationSummary[]) => {
  const [opened, setOpened] = useState<OpenedRow>()
  const close = () => setOpened(undefined)
  const { Component } = useWhenNeeded(opened !== undefined, loadMenu, close)
  const { handlers, onKeyDown } = useMenuGestures((target, point) => {
    const item = target.closest<HTMLElement>('[data-item-index]')
    const row = item === null ? undefined : rows[Number(item.dataset.itemIndex)]
    if (item === null || row === undefined) return false
    setOpened({ row, point: point ?? startOf(item) })
    return true
  })
  const element: ReactNode = Component && <Component opened={opened} onClose={close} />
  return { handlers, onKeyDown, element }
}

/** Returns the point where a menu opens by keyboard: below the start of the row. */
const startOf = (item: HTMLElement): Point => {
  const { left, top, height } = item.getBoundingClientRect()
  return { x: left + height / 2, y: top + height / 2 }
}

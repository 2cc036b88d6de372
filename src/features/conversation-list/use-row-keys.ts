import { type FocusEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { ConversationId } from '#schemas/ids.ts'

const moves: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** Returns the row index of an element, from the index that the virtual list sets on each item. */
const rowOf = (target: EventTarget): number | undefined => {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-item-index]') : null
  return item === null ? undefined : Number(item.dataset.itemIndex)
}

/** A roving tab index over the rows: arrows, Home and End also reach rows that are not rendered yet. */
export const useRowKeys = (
  rows: readonly ConversationSummary[],
  open: ConversationId | undefined,
  virtuoso: RefObject<VirtuosoHandle | null>,
) => {
  const [walked, setWalked] = useState<ConversationId>()
  const walkedAt = rows.findIndex(({ id }) => id === walked)
  const openAt = rows.findIndex(({ id }) => id === open)
  const tabStop = Math.max(walkedAt === -1 ? openAt : walkedAt, 0)

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = rowOf(event.target)
    const move = moves[event.key]
    if (at === undefined || move === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const index = move(at, rows.length - 1)
    const list = event.currentTarget
    const find = () => list.querySelector<HTMLElement>(`[data-item-index="${index}"] a`)
    const drawn = find()
    if (drawn !== null) return drawn.focus()
    virtuoso.current?.scrollIntoView({ index, done: () => find()?.focus() })
  }
  const onFocus = (event: FocusEvent) => setWalked(rows[rowOf(event.target) ?? -1]?.id)
  return { tabStop, handlers: { onKeyDown, onFocus } }
}

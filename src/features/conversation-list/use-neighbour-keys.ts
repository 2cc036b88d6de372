import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { ConversationId } from '#schemas/ids.ts'
import { openingOf } from './link-to.ts'

/** Alt+ArrowDown opens the next conversation of the list, Alt+ArrowUp the one before, from wherever the focus is. */
export const useNeighbourKeys = (
  rows: readonly ConversationSummary[],
  open: ConversationId | undefined,
): void => {
  const navigate = useNavigate()
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const at = rows.findIndex(({ id }) => id === open)
    const next = at === -1 ? rows[0] : rows[at + step]
    if (next !== undefined) void navigate(openingOf(next))
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

import { useId, useMemo, useState } from 'react'
import { findByName } from '#domain/contacts/find-by-name.ts'
import {
  type MentionCandidate,
  type MentionQuery,
  mentionCandidates,
} from '#domain/message/mention-candidates.ts'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useText } from '#src/ui/use-text.ts'
import { useGroup } from '../../../groups/use-group.ts'
import { type InsertedText, isComposingKey } from '../textbox.ts'

export interface Mentioning {
  /** Undefined while there is no mention query. */
  readonly open:
    | {
        readonly id: string
        readonly activeId: string | undefined
        readonly found: readonly MentionCandidate[]
        readonly active: number
      }
    | undefined
  /** Whether loading the members failed. */
  readonly hasFailed: boolean
  readonly updateQuery: (query: MentionQuery | undefined) => void
  readonly pick: (candidate: MentionCandidate) => void
  /** Receives keys first; returns true when the list handled one (DEC-105). */
  readonly handleKey: (event: KeyboardEvent) => boolean
}

/** The mention list that an @ opens in groups [MSG-37 VIEW-17]. The first query requests the members. */
export const useMentioning = (
  conversationId: ConversationId,
  insert: (inserted: InsertedText, from: number) => void,
): Mentioning => {
  const text = useText()
  const account = useAccount()
  const id = useId()
  const [query, setQuery] = useState<MentionQuery>()
  const [active, setActive] = useState(0)
  const [closedAt, setClosedAt] = useState<number>()
  const isGroup = parseConversationId(conversationId).kind === 'group'
  const isLooking = isGroup && query !== undefined && query.from !== closedAt
  const group = useGroup(isLooking ? conversationId : undefined)
  const candidates = useMemo(() => {
    if (group.status !== 'ready') return []
    const [name, label] = [text('composer.mention-text.everyone'), text('composer.mentions.everyone')]
    return mentionCandidates(group.value.members, account.userId, { name, label })
  }, [group, account.userId, text])
  const keyword = query?.keyword ?? ''
  const found = useMemo(() => findByName(candidates, keyword), [candidates, keyword])
  const isOpen = isLooking && found.length > 0

  const updateQuery = (next: MentionQuery | undefined) => {
    if (next?.from !== query?.from || next?.keyword !== query?.keyword) {
      setQuery(next)
      setActive(0)
    }
    if (next === undefined) setClosedAt(undefined)
  }
  const pick = ({ userId, name }: MentionCandidate) => {
    if (query === undefined) return
    setQuery(undefined)
    insert({ text: `@${name}`, userId }, query.from)
  }
  const handleKey = (event: KeyboardEvent): boolean => {
    if (!isOpen || isComposingKey(event)) return false
    const { key, shiftKey } = event
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    const chosen = found[active]
    if (step !== 0) setActive((active + step + found.length) % found.length)
    else if (key === 'Escape') setClosedAt(query.from)
    else if ((key === 'Enter' || key === 'Tab') && !shiftKey && chosen) pick(chosen)
    else return false
    return true
  }
  const chosen = found[active]
  const activeId = chosen && `${id}-${chosen.userId}`
  return {
    open: isOpen ? { id, activeId, found, active } : undefined,
    hasFailed: isLooking && group.status === 'failed',
    updateQuery,
    pick,
    handleKey,
  }
}

import type { ConversationSummary } from '../conversation/conversation-summary.ts'

/** What stands at the end of a conversation row. */
export type RowBadge =
  | { readonly kind: 'none' }
  /** Unread, but muted: a mark without a number. */
  | { readonly kind: 'dot' }
  | { readonly kind: 'count'; readonly text: string }

const highestShown = 99

/** `99+` above 99 [SESS-10]. */
export function cappedCount(count: number): string {
  return count > highestShown ? `${highestShown}+` : String(count)
}

/**
 * The badge of a row: the unread count, a bare dot when muted, 1 for a new conversation without unread messages
 * [SESS-10 SESS-11 SESS-13] (DEC-57, DEC-98).
 */
export function rowBadge(row: Pick<ConversationSummary, 'unreadCount' | 'isMuted' | 'isNew'>): RowBadge {
  const count = row.unreadCount > 0 ? row.unreadCount : Number(row.isNew)
  if (count === 0) return { kind: 'none' }
  return row.isMuted ? { kind: 'dot' } : { kind: 'count', text: cappedCount(count) }
}

/** Unread messages over all conversations; "read all" is offered while it is above 0 [SESS-03]. */
export function totalUnread(rows: readonly Pick<ConversationSummary, 'unreadCount'>[]): number {
  return rows.reduce((total, row) => total + row.unreadCount, 0)
}

import type { ConversationSummary } from '../conversation/conversation-summary.ts'

/** The badge at the end of a conversation row. */
export type RowBadge =
  | { readonly kind: 'none' }
  /** Unread, but muted: a mark without a number. */
  | { readonly kind: 'dot' }
  | { readonly kind: 'count'; readonly text: string }

const highestShown = 99

/** Returns the text of a badge: empty for 0, `99+` above 99 [SESS-10 LAYOUT-05]. */
export function badgeText(count: number): string {
  if (count <= 0) return ''
  return count > highestShown ? `${highestShown}+` : String(count)
}

/**
 * Returns the badge of a row: the unread count plus a group's open applications, a dot if muted, 1 for a new
 * conversation without unread messages [SESS-10 SESS-11 SESS-12 SESS-13] (DEC-57, DEC-98).
 */
export function rowBadge(
  row: Pick<ConversationSummary, 'unreadCount' | 'isMuted' | 'isNew' | 'group'>,
): RowBadge {
  const waiting = row.unreadCount + (row.group?.applicationCount ?? 0)
  const count = waiting > 0 ? waiting : Number(row.isNew)
  if (count === 0) return { kind: 'none' }
  return row.isMuted ? { kind: 'dot' } : { kind: 'count', text: badgeText(count) }
}

/** Returns the unread messages over all conversations. "Read all" is offered while it is above 0 [SESS-03]. */
export function unreadTotal(rows: readonly Pick<ConversationSummary, 'unreadCount'>[]): number {
  return rows.reduce((total, row) => total + row.unreadCount, 0)
}

/** Returns the unread messages over all conversations that are not muted: the badge of the navigation. */
export const unmutedUnreadTotal = (
  rows: readonly Pick<ConversationSummary, 'unreadCount' | 'isMuted'>[],
): number => unreadTotal(rows.filter(({ isMuted }) => !isMuted))

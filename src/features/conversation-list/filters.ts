import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { ConversationId } from '#schemas/ids.ts'

export const filters = ['all', 'unread', 'groups'] as const
export type Filter = (typeof filters)[number]

/**
 * Returns the rows of a filter [SESS-02] without hidden ones [SESS-37]. The open conversation stays in the unread
 * filter although opening it marked it as read, so that the list does not move.
 */
export function filterConversations(
  conversations: readonly ConversationSummary[],
  filter: Filter,
  open: ConversationId | undefined,
): readonly ConversationSummary[] {
  const listed = conversations.filter(({ isHidden }) => !isHidden)
  if (filter === 'all') return listed
  if (filter === 'groups') return listed.filter(({ kind }) => kind === 'group')
  return listed.filter(({ id, unreadCount, isNew }) => unreadCount > 0 || isNew || id === open)
}

import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { ConversationId } from '#schemas/ids.ts'

export const filters = ['all', 'unread', 'groups'] as const
export type Filter = (typeof filters)[number]

/**
 * The rows a filter lets through [SESS-02]. The open conversation stays among the unread ones although opening it
 * has read it, so that nothing moves under the hand.
 */
export function filterConversations(
  conversations: readonly ConversationSummary[],
  filter: Filter,
  open: ConversationId | undefined,
): readonly ConversationSummary[] {
  if (filter === 'all') return conversations
  if (filter === 'groups') return conversations.filter(({ kind }) => kind === 'group')
  return conversations.filter(({ id, unreadCount, isNew }) => unreadCount > 0 || isNew || id === open)
}

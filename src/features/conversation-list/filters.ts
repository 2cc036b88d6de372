import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'
import type { ConversationId } from '#schemas/ids.ts'

export const filters = ['all', 'unread', 'groups'] as const
export type Filter = (typeof filters)[number]

/**
 * The rows a filter lets through [SESS-02], hidden ones never [SESS-37]. The open conversation stays among the unread ones although opening it
 * has read it, so that nothing moves under the hand.
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

import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'

/** Returns the unread count of all conversations that are not muted. */
export const countUnread = (conversations: readonly ConversationSummary[]): number =>
  conversations.reduce((total, { unreadCount, isMuted }) => (isMuted ? total : total + unreadCount), 0)

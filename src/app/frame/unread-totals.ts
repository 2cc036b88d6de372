import type { ConversationSummary } from '#domain/conversation/conversation-summary.ts'

/** Unread messages of all conversations that are not muted. */
export const countUnread = (conversations: readonly ConversationSummary[]): number =>
  conversations.reduce((total, { unreadCount, isMuted }) => (isMuted ? total : total + unreadCount), 0)

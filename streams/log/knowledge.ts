import type { ConversationState, ConversationsState } from '#domain/conversation/conversation-state.ts'
import { purgedIn } from '#domain/conversation/own-acts.ts'
import { countUnread, isUnreadMention } from '#domain/conversation/unread.ts'
import { type ConversationId, serverId } from '#schemas/ids.ts'
import type { ConversationKnowledge } from './account-log.ts'

/** Answers what is held of a conversation, from its list row alone: no message is loaded. */
export const createKnowledge =
  (conversations: () => ConversationsState) =>
  (id: ConversationId): ConversationKnowledge | undefined => {
    const state = conversations().byId.get(id)
    return state && knowledgeOf(state)
  }

const knowledgeOf = (state: ConversationState): ConversationKnowledge => ({
  readUpTo: state.readUpTo,
  peerReadUpTo: state.peerReadUpTo,
  newestId: state.newestId,
  // Counted when somebody asks: most who ask for knowledge, once for each frame, want other things.
  get unreadCount() {
    return countUnread(state)
  },
  get isMentioned() {
    return isUnreadMention(state)
  },
  counted: state.baseline,
  shownId: state.recent[0]?.serverId ?? serverId(0),
  deletionsHeardThrough: state.deletionsHeardThrough,
  clearedThrough: state.clearing.through,
  held: state.held.map(({ from, to, isApart }) => ({ from, to, ...(isApart && { isApart }) })),
  isDeleted: (message) => purgedIn(state).has(message),
  idAt(sequence) {
    const range = state.held.find(({ from, to }) => from === sequence || to === sequence)
    return range && (range.from === sequence ? range.fromId : range.toId)
  },
})

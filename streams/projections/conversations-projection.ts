import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import { conversationFromRow, conversationToRow } from '#domain/conversation/conversation-row.ts'
import { type ConversationsState, initialConversations } from '#domain/conversation/conversation-state.ts'
import type { ConversationId, UserId } from '#schemas/ids.ts'
import { readConversationRow } from '#schemas/storage/conversation-row.ts'
import type { Projection } from './projection.ts'

/** The conversations of an account, one row each; the list and the outbox are views of it. */
export const conversationsProjection = (self: UserId): Projection<ConversationsState> => ({
  name: 'conversations',
  version: 3,
  initialState: () => initialConversations(self),
  evolve: evolveConversations,
  keysOf: (event) => (event.stream === 'account' ? [] : [event.stream]),
  toRow(state, key) {
    // Keys of this model are the streams of `keysOf`, all conversation ids.
    const conversation = state.byId.get(key as ConversationId)
    return conversation && conversationToRow(conversation)
  },
  fromRows(rows) {
    const state = initialConversations(self)
    for (const { value } of rows) {
      const row = readConversationRow(value)
      if (!row) return undefined
      state.byId.set(row.id, conversationFromRow(row))
    }
    return { state }
  },
})

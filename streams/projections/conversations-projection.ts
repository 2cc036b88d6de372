import { evolveConversations } from '#domain/conversation/conversation-projection.ts'
import {
  type ConversationState,
  type ConversationsState,
  initialConversations,
} from '#domain/conversation/conversation-state.ts'
import type { UnsentRecord } from '#domain/message/unsent-messages.ts'
import { type ConversationId, serverId, type UserId } from '#schemas/ids.ts'
import { type ConversationRow, readConversationRow } from '#schemas/storage/conversation-row.ts'
import type { Projection } from './projection.ts'

/** The conversations of an account, one row each; the list and the outbox are views of it. */
export const conversationsProjection = (self: UserId): Projection<ConversationsState> => ({
  name: 'conversations',
  version: 2,
  initialState: () => initialConversations(self),
  evolve: evolveConversations,
  keysOf: (event) => (event.stream === 'account' ? [] : [event.stream]),
  toRow(state, key) {
    // Keys of this model are the streams of `keysOf`, all conversation ids.
    const conversation = state.byId.get(key as ConversationId)
    return conversation && toRow(conversation)
  },
  fromRows(rows) {
    const state = initialConversations(self)
    for (const { value } of rows) {
      const row = readConversationRow(value)
      if (!row) return undefined
      state.byId.set(row.id, fromRow(row))
    }
    return { state }
  },
})

const toRow = (state: ConversationState): ConversationRow => ({
  ...state,
  unreadIds: [...state.unreadIds],
  mentionIds: [...state.mentionIds],
  wishes: [...state.wishes].map(([setting, wish]) => ({ setting, ...wish })),
  deletedIds: [...state.deletedIds],
  held: [...state.held],
  recent: [...state.recent],
  unsent: [...state.unsent.values()],
  burning: {
    messages: [...state.burning.messages.values()],
    ownReads: [...state.burning.ownReads],
    peerReads: [...state.burning.peerReads],
  },
})

const fromRow = (row: ConversationRow): ConversationState => ({
  ...row,
  facts: row.facts,
  baseline: row.baseline,
  wholeRead: row.wholeRead,
  isMarkedUnread: row.isMarkedUnread ?? false,
  hiding: row.hiding,
  clearing: row.clearing ?? { through: serverId(0), sequence: 0, activeAt: 0 },
  wishes: new Map((row.wishes ?? []).map(({ setting, isOn, wish }) => [setting, { isOn, wish }])),
  unreadIds: new Set(row.unreadIds),
  mentionIds: new Set(row.mentionIds),
  deletedIds: new Set(row.deletedIds),
  held: [...row.held],
  recent: row.recent.map((message) => ({
    ...message,
    clientId: message.clientId,
    readAt: message.readAt,
  })),
  unsent: new Map(row.unsent.map((record) => [record.clientId, toRecord(record)])),
  burning: {
    messages: new Map(
      row.burning.messages.map((message) => [message.serverId, { ...message, readAt: message.readAt }]),
    ),
    ownReads: [...row.burning.ownReads],
    peerReads: [...row.burning.peerReads],
  },
})

/** A stored unsent message; what a row leaves out is undefined here. */
export const toRecord = (row: ConversationRow['unsent'][number]): UnsentRecord => ({
  ...row,
  quote: row.quote,
  attachment: row.attachment,
})

import { replayLocalState } from '#domain/conversation/conversation-actions.ts'
import { newestSurviving } from '#domain/conversation/conversation-list.ts'
import {
  type ConversationState,
  type ConversationsState,
  erasedIn,
} from '#domain/conversation/conversation-state.ts'
import { countUnread, isUnreadMention } from '#domain/conversation/unread-count.ts'
import { type ConversationId, type ServerId, serverId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConversationSyncState } from './account-log.ts'

/** Reads a conversation's sync state from its list row, without loading messages. */
export const createSyncStateReader =
  (conversations: () => ConversationsState) =>
  (id: ConversationId): ConversationSyncState | undefined => {
    const state = conversations().byId.get(id)
    return state && new LazySyncState(state)
  }

/** Computes each property on access: a frame needs one or two, and the unread count is the most expensive. */
class LazySyncState implements ConversationSyncState {
  readonly #state: ConversationState

  constructor(state: ConversationState) {
    this.#state = state
  }
  get readUpTo() {
    return this.#state.readUpTo
  }
  get peerReadUpTo() {
    return this.#state.peerReadUpTo
  }
  get clearedThrough() {
    return this.#state.clearing.through
  }
  get newestId() {
    return this.#state.newestId
  }
  get unreadCount() {
    return countUnread(this.#state)
  }
  get isMentioned() {
    return isUnreadMention(this.#state)
  }
  get counted() {
    return this.#state.baseline
  }
  get createdAt() {
    return this.#state.facts?.createdAt
  }
  get oldestRecentAt() {
    const { recent } = this.#state
    return recent.length === 0 ? undefined : Math.min(...recent.map(({ sentAt }) => sentAt))
  }
  get newestRowId() {
    return this.#state.recent[0]?.serverId ?? serverId(0)
  }
  get oldestErasedId() {
    const { facts, recent } = this.#state
    return facts && !newestSurviving(this.#state) ? recent.at(-1)?.serverId : undefined
  }
  get deletionsReceivedThrough() {
    return this.#state.deletionsReceivedThrough
  }
  get changesReceivedThrough() {
    return this.#state.changesReceivedThrough
  }
  get pinsReceivedThrough() {
    return this.#state.pins.receivedThrough
  }
  get draft() {
    return this.#state
  }
  get contiguousRanges() {
    return this.#state.contiguousRanges.map(({ from, to, isDetached }) => ({
      from,
      to,
      ...(isDetached && { isDetached }),
    }))
  }
  idAtRangeEnd(sequence: number): ServerId | undefined {
    const range = this.#state.contiguousRanges.find(({ from, to }) => from === sequence || to === sequence)
    return range && (range.from === sequence ? range.fromId : range.toId)
  }
  isDeleted(message: ServerId): boolean {
    return erasedIn(this.#state).has(message)
  }
  isCountedThoughDeleted(message: ServerId): boolean {
    return this.#state.deletedUnread.has(message)
  }
  replayLocalState(now: number): readonly NewEvent[] {
    return replayLocalState(this.#state, now)
  }
}

import type { ConversationState } from '../conversation/conversation-state.ts'
import { compareUnsent } from '../message/unsent-messages.ts'
import type { Outbox } from './outbox.ts'

/**
 * What still has to reach the server: every unsent message in the order in which it was asked for, and every own read
 * mark that the server has not heard of, by conversation. A crash loses none of it: both are folded from the log.
 */
export function viewOutbox(conversations: Iterable<ConversationState>): Outbox {
  const all = [...conversations]
  return {
    messages: all.flatMap((state) => [...state.unsent.values()]).sort(compareUnsent),
    readMarks: all
      .filter((state) => state.readUpTo > state.deliveredUpTo)
      .map((state) => ({ conversationId: state.id, upTo: state.readUpTo }))
      .sort((left, right) => (left.conversationId < right.conversationId ? -1 : 1)),
  }
}

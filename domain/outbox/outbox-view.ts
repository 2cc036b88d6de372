import type { ConversationState } from '../conversation/conversation-state.ts'
import { compareUnsent } from '../message/unsent-messages.ts'
import type { Outbox, WaitingMark } from './outbox.ts'

/**
 * What still has to reach the server: every unsent message in the order in which it was asked for, and every own read
 * mark and own setting that the server has not heard of, by conversation. A crash loses none of it: all are folded from the log.
 */
export function viewOutbox(conversations: Iterable<ConversationState>): Outbox {
  const all = [...conversations]
  return {
    messages: all.flatMap((state) => [...state.unsent.values()]).sort(compareUnsent),
    readMarks: all
      .filter((state) => state.readUpTo > state.deliveredUpTo)
      .map(markOf)
      .sort(byConversation),
    settings: all
      .flatMap((state) =>
        [...state.pendingSettings].map(([setting, request]) => ({
          conversationId: state.id,
          setting,
          ...request,
        })),
      )
      .sort(byConversation),
  }
}

const byConversation = (
  left: { readonly conversationId: string },
  right: { readonly conversationId: string },
) => (left.conversationId < right.conversationId ? -1 : 1)

const markOf = (state: ConversationState): WaitingMark => {
  const { id: conversationId, readUpTo: upTo, wholeRead } = state
  const isWhole = wholeRead?.upTo === upTo && !isVanishing(state)
  return isWhole ? { conversationId, upTo, wholeAt: wholeRead.at } : { conversationId, upTo }
}

/** Read as a whole, what came meanwhile would begin to burn before anybody saw it [BURN-13]: such marks name their message. */
const isVanishing = ({ facts, burning }: ConversationState): boolean =>
  (facts?.burnsAfter ?? 0) > 0 || burning.messages.size > 0

/** Longest wait after which "read it all" still means what the person saw, ms. */
const wholeReadLimit = 10_000

/**
 * Whether a mark may be told as a reading of everything [SESS-41]; one that waited longer is told by its message, so that
 * what came meanwhile stays unread. `now` is server time, ms.
 */
export const readsWhole = ({ wholeAt }: WaitingMark, now: number): boolean =>
  wholeAt !== undefined && Math.abs(now - wholeAt) <= wholeReadLimit

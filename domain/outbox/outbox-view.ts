import type { ServerId } from '#schemas/ids.ts'
import type { ConversationState } from '../conversation/conversation-state.ts'
import { isDraftUnsent } from '../conversation/draft.ts'
import { compareUnsent } from '../message/unsent-messages.ts'
import type { Outbox, UnconfirmedReadMarker } from './outbox.ts'

/**
 * Returns what still has to reach the server: unsent messages in the order of their writing, and by conversation
 * unconfirmed own read markers, settings, reactions, edits and pins, and unsent drafts. All are folded from the log, so
 * that a crash loses none.
 */
export function viewOutbox(conversations: Iterable<ConversationState>): Outbox {
  const all = [...conversations]
  return {
    messages: all.flatMap((state) => [...state.unsent.values()]).sort(compareUnsent),
    readMarkers: all
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
    reactions: pendingIn(all, ({ pendingReactions }) => pendingReactions),
    edits: pendingIn(all, ({ pendingEdits }) => pendingEdits),
    pins: pendingIn(all, ({ pins }) => pins.pending),
    drafts: all
      .filter(isDraftUnsent)
      .map(({ id: conversationId, draftSavedAt: savedAt }) => ({ conversationId, savedAt }))
      .sort(byConversation),
  }
}

/** Returns the pending changes of messages of one kind. */
const pendingIn = <Pending>(
  all: readonly ConversationState[],
  pendingOf: (state: ConversationState) => ReadonlyMap<ServerId, Pending>,
) =>
  all
    .flatMap((state) =>
      [...pendingOf(state)].map(([serverId, pending]) => ({
        conversationId: state.id,
        serverId,
        ...pending,
      })),
    )
    .sort(byConversation)

const byConversation = (
  { conversationId: left }: { readonly conversationId: string },
  { conversationId: right }: { readonly conversationId: string },
): number => {
  if (left === right) return 0
  return left < right ? -1 : 1
}

const markOf = (state: ConversationState): UnconfirmedReadMarker => {
  const { id: conversationId, readUpTo: upTo, wholeRead } = state
  const isWhole = wholeRead?.upTo === upTo && !hasDisappearingMessages(state)
  return isWhole ? { conversationId, upTo, wholeAt: wholeRead.at } : { conversationId, upTo }
}

/**
 * Whether messages here may disappear. Reading the whole conversation would start the timers of messages that no one has
 * seen [BURN-13].
 */
const hasDisappearingMessages = ({ facts, disappearing }: ConversationState): boolean =>
  (facts?.timerSeconds ?? 0) > 0 || disappearing.messages.size > 0

/** The maximum age of a marker that may still be sent as "read all", ms. */
const wholeReadLimit = 10_000

/**
 * Whether a marker may be sent as reading the whole conversation [SESS-41]. An older one names its message, so that
 * later messages stay unread. `now` is server time, ms.
 */
export const readsWholeConversation = ({ wholeAt }: UnconfirmedReadMarker, now: number): boolean =>
  wholeAt !== undefined && Math.abs(now - wholeAt) <= wholeReadLimit

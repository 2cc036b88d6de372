import type { ServerId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import { confirmedIdsIn } from '../message/text-in-event.ts'
import type { ConversationState } from './conversation-state.ts'
import { countUnread, higherId } from './unread-count.ts'

/** Stores the furthest read marker that covers the whole conversation. */
export function recordConversationRead(
  state: ConversationState,
  { upTo, at, isWhole }: EventDataOf<'ConversationRead'>,
): void {
  const known = state.wholeRead
  if (isWhole && (!known || upTo > known.upTo || (upTo === known.upTo && at > known.at)))
    state.wholeRead = { upTo, at }
}

/** Advances the own read marker. Removes the mark as unread if the person read newer messages [SESS-43]. */
export function advanceReadMarker(state: ConversationState, upTo: ServerId, isKnownToServer: boolean): void {
  if (isKnownToServer) state.deliveredUpTo = higherId(state.deliveredUpTo, upTo)
  // Also for a known marker: events are folded again after the storage had a fault.
  if (isReadBeyondMark(state, upTo)) state.unreadMark = undefined
  if (upTo <= state.readUpTo) return
  state.readUpTo = upTo
  for (const ids of [state.unreadIds, state.mentionIds, state.deletedUnread])
    for (const id of ids) if (id <= upTo) ids.delete(id)
}

/**
 * Whether a read marker shows that the person read messages newer than the mark as unread. The only newer message may be
 * an own one that is in flight here. It was written before the mark, because sending removes the mark.
 */
function isReadBeyondMark(state: ConversationState, upTo: ServerId): boolean {
  if (state.unreadMark === undefined || upTo <= state.unreadMark) return false
  const hasInFlight = [...state.unsent.values()].some((message) => message.state !== 'failed')
  return !hasInFlight || countUnread(state) > 0
}

/** Moves the mark as unread up to an own message that was written before it and is confirmed by `event`. */
export function advanceUnreadMark(state: ConversationState, event: LogEvent): void {
  const confirmed = confirmedIdsIn(event)
  if (!confirmed || state.unreadMark === undefined || countUnread(state) > 0) return
  state.unreadMark = higherId(state.unreadMark, confirmed.serverId)
}

import type { ServerId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import type { DecisionInput } from '../commands/command.ts'
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

/** Raises the own read marker. Reading further than to the mark as unread removes the mark [SESS-43]. */
export function readTo(state: ConversationState, upTo: ServerId, isKnownToServer: boolean): void {
  if (isKnownToServer) state.deliveredUpTo = higherId(state.deliveredUpTo, upTo)
  if (upTo <= state.readUpTo) return
  if (isReadBeyondMark(state, upTo)) state.unreadMark = undefined
  state.readUpTo = upTo
  for (const ids of [state.unreadIds, state.mentionIds, state.deletedUnread])
    for (const id of ids) if (id <= upTo) ids.delete(id)
}

/**
 * Whether a read marker shows that the person read beyond the mark. A marker above everything known here may cover an
 * own message in flight only. That message was written before the mark, because sending removes the mark.
 */
function isReadBeyondMark(state: ConversationState, upTo: ServerId): boolean {
  if (state.unreadMark === undefined || upTo <= state.unreadMark) return false
  const isInFlight = [...state.unsent.values()].some((message) => message.state !== 'failed')
  return !isInFlight || countUnread(state) > 0
}

/** Moves the mark as unread up to an own message that was written before it and is confirmed by `event`. */
export function raiseMark(state: ConversationState, event: LogEvent): void {
  const confirmed = confirmedIdsIn(event)
  if (!confirmed || state.unreadMark === undefined || countUnread(state) > 0) return
  state.unreadMark = higherId(state.unreadMark, confirmed.serverId)
}

/** Returns the event that removes the mark as unread if there is one, when the person opens the conversation or sends. */
export const unmarkingEvents = (
  { id, unreadMark }: ConversationState,
  { now }: DecisionInput,
): readonly NewEvent[] =>
  unreadMark === undefined
    ? []
    : [
        {
          stream: id,
          type: 'ConversationMarked',
          data: { isUnread: false },
          occurredAt: now,
          origin: 'local',
        },
      ]

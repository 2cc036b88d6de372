import type { LogEvent, LogEventOf } from '#schemas/log/envelope.ts'
import { eventVersion } from '#schemas/log/events.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { findRange } from '../conversation/contiguous-ranges.ts'
import { isCleared } from '../conversation/conversation-actions.ts'
import type { ConversationState, ConversationsState } from '../conversation/conversation-state.ts'
import { acknowledgedMessage } from '../message/unsent-messages.ts'

/**
 * Returns an acknowledgement as the message that it confirms, because compaction drops the submission. `before` is the
 * account before the event. Returns the same event if it confirms nothing.
 */
export function toReceivedEvent(event: LogEvent, before: ConversationsState): LogEvent {
  if (event.type !== 'MessageAcknowledged' || event.stream === 'account') return event
  const record = before.byId.get(event.stream)?.unsent.get(event.data.clientId)
  if (!record) return event
  const { id, stream, occurredAt, recordedAt, origin, position } = event
  const message = acknowledgedMessage(record, before.self, event.data)
  return {
    id,
    stream,
    occurredAt,
    recordedAt,
    origin,
    position,
    type: 'MessageReceived',
    version: eventVersion.MessageReceived,
    data: { message },
  }
}

/**
 * Whether a message received up to the log snapshot is still part of its conversation: stored there, and not removed
 * between the snapshot and now.
 */
export function survivesCompaction(
  event: LogEventOf<'MessageReceived' | 'MessageReacted'>,
  snapshot: ConversationsState,
  now: ConversationsState,
): boolean {
  if (event.stream === 'account') return false
  const [then, current] = [snapshot.byId.get(event.stream), now.byId.get(event.stream)]
  if (!then || !current) return false
  const message = event.type === 'MessageReceived' ? event.data.message : event.data
  return (
    (isStoredIn(message, then) || mayStillArrive(event, then)) &&
    !isCleared(current, message.serverId) &&
    !isTrimmed(message, then, current)
  )
}

/** Whether the event changes a message that this device does not have yet. */
const mayStillArrive = (
  { type, data }: LogEventOf<'MessageReceived' | 'MessageReacted'>,
  state: ConversationState,
): boolean =>
  type === 'MessageReacted' &&
  'serverId' in data &&
  !isCleared(state, data.serverId) &&
  data.serverId >= state.historyStartsAt.serverId

type PlacedMessage = Pick<ConfirmedMessage, 'sequence' | 'serverId'>

function isStoredIn({ sequence, serverId }: PlacedMessage, state: ConversationState): boolean {
  if (isCleared(state, serverId)) return false
  return sequence === undefined
    ? serverId >= state.historyStartsAt.serverId
    : findRange(state.contiguousRanges, sequence) !== undefined
}

/** Whether the trim limit changed after the snapshot. A later limit applies to all messages of the snapshot. */
function isTrimmed(
  { sequence, serverId }: PlacedMessage,
  { historyStartsAt: then }: ConversationState,
  { historyStartsAt: now }: ConversationState,
): boolean {
  if (now.sequence === then.sequence) return false
  return sequence === undefined ? serverId < now.serverId : sequence < now.sequence
}

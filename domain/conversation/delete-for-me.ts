import type { ServerId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import {
  type AccountState,
  type CommandOf,
  type Decision,
  type DecisionInput,
  decided,
} from '../commands/command.ts'
import type { ConversationState, HiddenPendingDeletion } from './conversation-state.ts'

/** How long a message deleted for oneself can be restored, ms. Longer than Undo is shown. */
export const undoTimeLimit = 10_000

const rejected: Decision = { isOk: false, rejection: { key: 'conversation.session-not-available' } }

/** Deletes messages on this device. They can be restored for 10 s (DEC-19) (ADR 0010). */
export function decideDeleteForMe(
  { conversationId, messages }: CommandOf<'DeleteForMe'>,
  { conversations }: AccountState,
  { now }: DecisionInput,
): Decision {
  const state = conversations.byId.get(conversationId)
  if (!state?.facts) return rejected
  const serverIds = messages.filter((id) => !state.deletedIds.has(id) && !state.hiddenPendingDeletion.has(id))
  if (serverIds.length === 0) return decided()
  const data = { serverIds, until: now + undoTimeLimit }
  return decided({ stream: conversationId, occurredAt: now, origin: 'local', type: 'MessagesHidden', data })
}

/** Restores messages that were deleted on this device. Rejects those already erased. */
export function decideUndoDeleteForMe(
  { conversationId, messages }: CommandOf<'UndoDeleteForMe'>,
  { conversations }: AccountState,
  { now }: DecisionInput,
): Decision {
  const hiddenPendingDeletion = conversations.byId.get(conversationId)?.hiddenPendingDeletion
  const serverIds = messages.filter((id) => hiddenPendingDeletion?.has(id))
  if (serverIds.length === 0) return { isOk: false, rejection: { key: 'conversation.delete.undo-too-late' } }
  const data = { serverIds }
  return decided({
    stream: conversationId,
    occurredAt: now,
    origin: 'local',
    type: 'MessagesRestored',
    data,
  })
}

/** Folds hidden and restored messages. A deleted message stays deleted. */
export function hideMessages(
  { hiddenPendingDeletion, deletedIds, clearing }: ConversationState,
  { serverIds, until }: EventDataOf<'MessagesHidden'>,
): void {
  for (const id of serverIds)
    if (!deletedIds.has(id) && id > clearing.through) hiddenPendingDeletion.set(id, until)
}

/**
 * Returns the messages that cannot be restored any more at `now`, server ms. A deadline further ahead than the limit
 * came from a wrong clock and counts as over.
 */
export const findDueDeletions = (
  hiddenPendingDeletion: HiddenPendingDeletion,
  now: number,
): readonly ServerId[] =>
  [...hiddenPendingDeletion]
    .filter(([, until]) => until <= now || until > now + undoTimeLimit)
    .map(([id]) => id)

/**
 * Returns the events that delete the messages on this device for good. Their bodies are erased everywhere. The event
 * lists which of them were unread, because the log without their bodies does not show that.
 */
export function finalDeletion(
  state: ConversationState,
  serverIds: readonly ServerId[],
  now: number,
): NewEvent {
  return localDeletion(
    state.id,
    serverIds,
    serverIds.filter((id) => state.unreadIds.has(id)),
    now,
  )
}

/** Returns the deletion of these messages on this device; `unreadIds` of them are unread. */
export function localDeletion(
  stream: ConversationState['id'],
  serverIds: Iterable<ServerId>,
  unreadIds: Iterable<ServerId>,
  now: number,
): NewEvent {
  const unread = [...unreadIds]
  const data = { serverIds: [...serverIds], ...(unread.length > 0 ? { unreadIds: unread } : {}) }
  return { stream, type: 'MessagesDeleted', data, occurredAt: now, origin: 'local' }
}

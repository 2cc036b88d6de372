import type { ServerId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import type { Command } from '../commands/command.ts'
import { type AccountState, type Decision, decided, type Given } from '../commands/decision.ts'
import type { ConversationState, HiddenPendingDeletion } from './conversation-state.ts'

type CommandOf<Type extends Command['type']> = Extract<Command, { type: Type }>

/** How long a message that was deleted for oneself can be brought back, ms: longer than the offer is seen. */
export const undoTimeLimit = 10_000

const refused: Decision = { isOk: false, refusal: { key: 'conversation.session-not-available' } }

/** Deletes messages for this device; they can be brought back for 10 s (DEC-19) (ADR 0010). */
export function decideDeleteForMe(
  { conversationId, messages }: CommandOf<'DeleteForMe'>,
  { conversations }: AccountState,
  { now }: Given,
): Decision {
  const state = conversations.byId.get(conversationId)
  if (!state?.facts) return refused
  const serverIds = messages.filter((id) => !state.deletedIds.has(id) && !state.hiddenPendingDeletion.has(id))
  if (serverIds.length === 0) return decided()
  const data = { serverIds, until: now + undoTimeLimit }
  return decided({ stream: conversationId, occurredAt: now, origin: 'local', type: 'MessagesHidden', data })
}

/** Brings back what was deleted for this device; refuses what is gone already. */
export function decideUndoDeleteForMe(
  { conversationId, messages }: CommandOf<'UndoDeleteForMe'>,
  { conversations }: AccountState,
  { now }: Given,
): Decision {
  const hiddenPendingDeletion = conversations.byId.get(conversationId)?.hiddenPendingDeletion
  const serverIds = messages.filter((id) => hiddenPendingDeletion?.has(id))
  if (serverIds.length === 0) return { isOk: false, refusal: { key: 'conversation.delete.undo-too-late' } }
  const data = { serverIds }
  return decided({
    stream: conversationId,
    occurredAt: now,
    origin: 'local',
    type: 'MessagesRestored',
    data,
  })
}

/** Folds what was put away and brought back; what is deleted already stays deleted. */
export function hideMessages(
  { hiddenPendingDeletion, deletedIds, clearing }: ConversationState,
  { serverIds, until }: EventDataOf<'MessagesHidden'>,
): void {
  for (const id of serverIds)
    if (!deletedIds.has(id) && id > clearing.through) hiddenPendingDeletion.set(id, until)
}

/**
 * Messages that nobody can bring back any more at `now`, server ms. A time farther ahead than any could be was set by a
 * clock that the server had not put right.
 */
export const findDueDeletions = (
  hiddenPendingDeletion: HiddenPendingDeletion,
  now: number,
): readonly ServerId[] =>
  [...hiddenPendingDeletion]
    .filter(([, until]) => until <= now || until > now + undoTimeLimit)
    .map(([id]) => id)

/**
 * They are deleted on this device for good, and their bodies erased everywhere. Which of them were unread is said with it,
 * since a log without their bodies tells no more.
 */
export function deletionOfHidden(
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

/** These are deleted on this device, `unreadIds` of them unread. */
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

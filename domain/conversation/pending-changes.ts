import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { LogEvent, NewEvent } from '#schemas/log/envelope.ts'
import {
  type AccountState,
  type CommandOf,
  type Decision,
  type DecisionInput,
  decided,
} from '../commands/command.ts'
import { checkMessageText } from '../message/message-content.ts'
import { type ConversationState, erasedIn } from './conversation-state.ts'

/** Whether the event concerns changes of messages or the draft of the server, which no conversation begins with. */
export const isAboutChanges = ({ type }: LogEvent): boolean =>
  type === 'MessageReacted' ||
  type === 'ReactionRequested' ||
  type === 'ReactionResolved' ||
  type === 'MessageEdited' ||
  type === 'EditRequested' ||
  type === 'EditResolved' ||
  type === 'EditDraftSaved' ||
  type === 'ChangesReceived' ||
  type === 'DraftDelivered'

/** Folds own reactions and edits that wait for the server, the unfinished edit, and how far the changes of messages are known. */
export function evolvePendingChanges(state: ConversationState, event: LogEvent): void {
  const { pendingReactions, pendingEdits } = state
  if (event.type === 'ReactionRequested') {
    const { serverId, ...pending } = event.data
    if (!erasedIn(state).has(serverId)) pendingReactions.set(serverId, pending)
  }
  if (event.type === 'ReactionResolved') {
    const { serverId, requestId } = event.data
    if (pendingReactions.get(serverId)?.requestId === requestId) pendingReactions.delete(serverId)
  }
  if (event.type === 'EditRequested') {
    const { serverId, ...pending } = event.data
    // The text of a request that has ended is erased.
    if (pending.body !== '' && !erasedIn(state).has(serverId))
      pendingEdits.set(serverId, { ...pending, at: event.occurredAt })
  }
  if (event.type === 'EditResolved') {
    const { serverId, requestId } = event.data
    if (pendingEdits.get(serverId)?.requestId === requestId) pendingEdits.delete(serverId)
  }
  if (event.type === 'EditDraftSaved') {
    const { serverId, body } = event.data
    const isDropped = body === '' || erasedIn(state).has(serverId)
    if (!isDropped) state.editDraft = event.data
    else if (state.editDraft?.serverId === serverId) state.editDraft = undefined
  }
  if (event.type === 'ChangesReceived')
    state.changesReceivedThrough = Math.max(state.changesReceivedThrough, event.data.through)
}

/** Sets the own reaction to a message; the outbox then sends it to the server. Nothing happens to an erased message. */
export function decideReactToMessage(
  { conversationId, serverId, emoji }: CommandOf<'ReactToMessage'>,
  { conversations }: AccountState,
  { now, clientId: requestId }: DecisionInput,
): Decision {
  const state = conversations.byId.get(conversationId)
  if (!state?.facts) return { isOk: false, rejection: { key: 'conversation.session-not-available' } }
  if (erasedIn(state).has(serverId)) return decided()
  return decided({
    ...{ stream: conversationId, type: 'ReactionRequested', data: { serverId, emoji, requestId } },
    ...{ occurredAt: now, origin: 'local' },
  })
}

/** Saves the unfinished edit of an own message on this device, in place of that of another one. An empty text removes it. */
export function decideSaveEditDraft(
  { conversationId, serverId, text, mentions = [] }: CommandOf<'SaveEditDraft'>,
  { conversations }: AccountState,
  { now }: DecisionInput,
): Decision {
  const state = conversations.byId.get(conversationId)
  if (!state || erasedIn(state).has(serverId)) return decided()
  const { editDraft: known } = state
  const isOther = known !== undefined && known.serverId !== serverId
  const before = isOther ? undefined : known
  if ((before?.body ?? '') === text && String(before?.mentions ?? []) === String(mentions)) return decided()
  return decided(
    ...(isOther ? [editDraftSaved(conversationId, known.serverId, now)] : []),
    editDraftSaved(conversationId, serverId, now, text, mentions),
  )
}

const editDraftSaved = (
  stream: ConversationId,
  serverId: ServerId,
  now: number,
  body = '',
  mentions: readonly number[] = [],
): NewEvent => ({
  ...{ stream, type: 'EditDraftSaved', occurredAt: now, origin: 'local' },
  data: { serverId, body, ...(mentions.length > 0 ? { mentions: [...mentions] } : {}) },
})

/**
 * Edits an own message; the outbox then sends the text to the server. Rejects a text that no message may have, and a
 * message that was deleted meanwhile.
 */
export function decideEditMessage(
  { conversationId, serverId, text, mentions = [] }: CommandOf<'EditMessage'>,
  { conversations }: AccountState,
  { now, clientId: requestId }: DecisionInput,
): Decision {
  const state = conversations.byId.get(conversationId)
  if (!state?.facts) return { isOk: false, rejection: { key: 'conversation.session-not-available' } }
  if (erasedIn(state).has(serverId)) return { isOk: false, rejection: { key: 'conversation.edit.gone' } }
  const checked = checkMessageText(text)
  if (!checked.isOk) return checked
  const data = {
    ...{ serverId, body: checked.value, requestId },
    ...(mentions.length > 0 ? { mentions: [...mentions] } : {}),
  }
  const requested: NewEvent = {
    ...{ stream: conversationId, type: 'EditRequested', data },
    ...{ occurredAt: now, origin: 'local' },
  }
  const hasDraft = state.editDraft?.serverId === serverId
  return decided(requested, ...(hasDraft ? [editDraftSaved(conversationId, serverId, now)] : []))
}

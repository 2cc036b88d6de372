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
import { evolvePins } from '../message/pins.ts'
import { type ConversationState, erasedIn } from './conversation-state.ts'
import { draftWithReturned } from './draft.ts'

const changeTypes: ReadonlySet<LogEvent['type']> = new Set([
  'MessageReacted',
  'ReactionRequested',
  'ReactionResolved',
  'MessageEdited',
  'EditRequested',
  'EditResolved',
  'EditDraftSaved',
  'ChangesReceived',
  'DraftDelivered',
  'MessagePinned',
  'PinsReceived',
  'PinRequested',
  'PinResolved',
])

/** Whether the event concerns changes of messages, pins or the draft of the server, which no conversation begins with. */
export const isAboutChanges = ({ type }: LogEvent): boolean => changeTypes.has(type)

/** Folds own reactions and edits that wait for the server, the unfinished edit, pins, and how far the changes of messages are known. */
export function evolvePendingChanges(state: ConversationState, event: LogEvent): void {
  const { pendingReactions, pendingEdits } = state
  evolvePins(state.pins, event, erasedIn(state))
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

/** Sets the own reaction to a message; the outbox then sends it to the server. */
export const decideReactToMessage = (
  command: CommandOf<'ReactToMessage'>,
  account: AccountState,
  { now, clientId: requestId }: DecisionInput,
): Decision => {
  const { conversationId: stream, serverId, emoji } = command
  const data = { serverId, emoji, requestId }
  return decideChange(command, account, {
    stream,
    type: 'ReactionRequested',
    data,
    occurredAt: now,
    origin: 'local',
  })
}

/** Pins or unpins a message; the outbox then sends it to the server. */
export const decidePinMessage = (
  command: CommandOf<'PinMessage'>,
  account: AccountState,
  { now, clientId: requestId }: DecisionInput,
): Decision => {
  const { conversationId: stream, serverId, isPinned } = command
  const data = { serverId, isPinned, requestId }
  return decideChange(command, account, {
    stream,
    type: 'PinRequested',
    data,
    occurredAt: now,
    origin: 'local',
  })
}

/** Returns the event of an own change of a message; none if the message is erased. */
function decideChange(
  { conversationId, serverId }: CommandOf<'ReactToMessage' | 'PinMessage'>,
  { conversations }: AccountState,
  event: NewEvent,
): Decision {
  const state = conversations.byId.get(conversationId)
  if (!state?.facts) return { isOk: false, rejection: { key: 'conversation.session-not-available' } }
  return erasedIn(state).has(serverId) ? decided() : decided(event)
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
  stream,
  type: 'EditDraftSaved',
  occurredAt: now,
  origin: 'local',
  data: { serverId, body, ...(mentions.length > 0 ? { mentions: [...mentions] } : {}) },
})

/**
 * Edits an own message; the outbox then sends the text to the server. The draft gets the text that another tab has
 * written meanwhile and not sent, because the person has not seen it. Rejects a text that no message may have, and a
 * message that was deleted meanwhile.
 */
export function decideEditMessage(
  { conversationId, serverId, text, mentions = [], replaces }: CommandOf<'EditMessage'>,
  { conversations }: AccountState,
  { now, clientId: requestId }: DecisionInput,
): Decision {
  const state = conversations.byId.get(conversationId)
  if (!state?.facts) return { isOk: false, rejection: { key: 'conversation.session-not-available' } }
  if (erasedIn(state).has(serverId)) return { isOk: false, rejection: { key: 'conversation.edit.gone' } }
  const checked = checkMessageText(text)
  if (!checked.isOk) return checked
  const data = {
    serverId,
    body: checked.value,
    requestId,
    ...(mentions.length > 0 ? { mentions: [...mentions] } : {}),
  }
  const requested: NewEvent = {
    stream: conversationId,
    type: 'EditRequested',
    data,
    occurredAt: now,
    origin: 'local',
  }
  const hasDraft = state.editDraft?.serverId === serverId
  const unsent = state.pendingEdits.get(serverId)?.body
  const isUnseen = unsent !== undefined && replaces !== undefined && unsent !== replaces
  return decided(
    requested,
    ...(hasDraft ? [editDraftSaved(conversationId, serverId, now)] : []),
    ...(isUnseen && unsent !== checked.value ? draftWithReturned(state, unsent, now) : []),
  )
}

/** Undoes an own edit that the server did not take, and adds its text to the draft. None if a newer request replaced it. */
export function decideReturnEdit(
  { conversationId, serverId, requestId }: CommandOf<'ReturnEdit'>,
  { conversations }: AccountState,
  { now }: DecisionInput,
): Decision {
  const state = conversations.byId.get(conversationId)
  const pending = state?.pendingEdits.get(serverId)
  if (!state || pending?.requestId !== requestId) return decided()
  const resolved: NewEvent = {
    stream: conversationId,
    type: 'EditResolved',
    data: { serverId, requestId },
    occurredAt: now,
    origin: 'local',
  }
  return decided(resolved, ...draftWithReturned(state, pending.body, now))
}

import type { LogEvent } from '#schemas/log/envelope.ts'
import {
  type AccountState,
  type CommandOf,
  type Decision,
  type DecisionInput,
  decided,
} from '../commands/command.ts'
import { type ConversationState, erasedIn } from './conversation-state.ts'

/** Whether the event concerns changes of messages, which no conversation begins with. */
export const isAboutReactions = ({ type }: LogEvent): boolean =>
  type === 'MessageReacted' ||
  type === 'ReactionRequested' ||
  type === 'ReactionResolved' ||
  type === 'ChangesReceived'

/** Folds own reactions that wait for the server, and how far the changes of messages are known. */
export function evolvePendingReactions(state: ConversationState, event: LogEvent): void {
  const { pendingReactions } = state
  if (event.type === 'ReactionRequested') {
    const { serverId, ...pending } = event.data
    if (!erasedIn(state).has(serverId)) pendingReactions.set(serverId, pending)
  }
  if (event.type === 'ReactionResolved') {
    const { serverId, requestId } = event.data
    if (pendingReactions.get(serverId)?.requestId === requestId) pendingReactions.delete(serverId)
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

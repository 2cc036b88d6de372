import { type ServerId, serverId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { acknowledgedMessage } from '../conversation/conversation-projection.ts'
import { eraseQuote } from '../message/erase-event.ts'
import { purgedIds } from '../message/purged-ids.ts'
import { eraseUnsentQuotes, evolveUnsent } from '../message/unsent-messages.ts'
import { pageOf, type TimelineState } from './timeline-state.ts'

/**
 * Folds one event of this conversation into its messages, changed in place and returned. A message seen by socket, history,
 * acknowledgement or another tab, in any order and number, gives the same state [LIFE-23].
 */
export function evolveTimeline(state: TimelineState, event: LogEvent): TimelineState {
  const confirmed = evolveUnsent(state.unsent, state.id, state.self, event)
  if (event.type === 'MessageSubmitted') eraseUnsentQuotes(state.unsent, purgedIn(state))
  if (event.type === 'MessageReceived') place(state, event.data.message)
  if (event.type === 'MessageAcknowledged' && confirmed)
    place(state, acknowledgedMessage(confirmed, state.self, event.data))
  if (event.type === 'MessagesDeleted' || event.type === 'MessagesBurned') bury(state, event.data.serverIds)
  if (event.type === 'ConversationCleared') purge(state, event.data.through)
  if (event.type === 'ConversationRemoved') clear(state)
  return state
}

/** The page that an event writes into, when it names one. */
export function pageTouchedBy(event: LogEvent): number | undefined {
  const sequence =
    event.type === 'MessageReceived'
      ? event.data.message.sequence
      : event.type === 'MessageAcknowledged'
        ? event.data.sequence
        : undefined
  return sequence === undefined ? undefined : pageOf(sequence)
}

/** Whether the event concerns messages of any page, so that all of them must be at hand: bodies and quotes are erased. */
export const touchesEveryPage = (event: LogEvent): boolean =>
  event.type === 'MessagesDeleted' ||
  event.type === 'MessagesBurned' ||
  event.type === 'ConversationCleared' ||
  event.type === 'ConversationRemoved' ||
  (event.type === 'MessageReceived' && event.data.message.body === null)

function place(state: TimelineState, message: ConfirmedMessage): void {
  if (message.serverId <= state.clearedThrough) return
  if (message.body === null) bury(state, [message.serverId])
  const loose = state.loose.get(message.serverId)
  if (message.sequence === undefined) {
    state.loose.set(message.serverId, settle(state, merge(loose, message)))
    return
  }
  const known = merge(state.placed.get(message.sequence), message)
  state.placed.set(message.sequence, settle(state, loose ? merge(loose, known) : known))
  state.loose.delete(message.serverId)
}

/** The later copy counts, and what only the earlier one knew is kept. */
function merge(known: ConfirmedMessage | undefined, next: ConfirmedMessage): ConfirmedMessage {
  if (!known) return next
  return {
    ...next,
    clientId: next.clientId ?? known.clientId,
    senderName: next.senderName || known.senderName,
    senderAvatarUrl: next.senderAvatarUrl || known.senderAvatarUrl,
    readAt: next.readAt ?? known.readAt,
    burnsAfter: next.burnsAfter ?? known.burnsAfter,
    quote: next.quote ?? known.quote,
  }
}

/** A message as it may be kept: no body of its own and no quoted text once that was deleted. */
function settle(state: TimelineState, message: ConfirmedMessage): ConfirmedMessage {
  const quote = eraseQuote(message.quote, purgedIn(state))
  const body = state.deleted.has(message.serverId) ? null : message.body
  return body === message.body && quote === message.quote ? message : { ...message, body, quote }
}

function bury(state: TimelineState, ids: readonly ServerId[]): void {
  const fresh = ids.filter((id) => id > state.clearedThrough && !state.deleted.has(id))
  if (fresh.length === 0) return
  for (const id of fresh) state.deleted.add(id)
  settleAll(state)
}

/** Applies the deletions to everything at hand. */
function settleAll(state: TimelineState): void {
  for (const [sequence, message] of state.placed) state.placed.set(sequence, settle(state, message))
  for (const [id, message] of state.loose) state.loose.set(id, settle(state, message))
  eraseUnsentQuotes(state.unsent, purgedIn(state))
}

/** Drops everything up to the mark, for good. */
function purge(state: TimelineState, through: ServerId): void {
  if (through <= state.clearedThrough) return
  state.clearedThrough = through
  for (const [sequence, { serverId: id }] of state.placed) if (id <= through) state.placed.delete(sequence)
  for (const id of state.loose.keys()) if (id <= through) state.loose.delete(id)
  for (const id of state.deleted) if (id <= through) state.deleted.delete(id)
  settleAll(state)
}

const purgedIn = ({ deleted, clearedThrough }: TimelineState) => purgedIds(deleted, clearedThrough)

function clear(state: TimelineState): void {
  state.placed.clear()
  state.loose.clear()
  state.unsent.clear()
  state.deleted.clear()
  state.clearedThrough = serverId(0)
}

import { type ClientId, type ConversationId, type ServerId, serverId, type UserId } from '#schemas/ids.ts'
import type { ConversationSnapshot } from '#schemas/log/conversation-snapshot.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { EventDataOf } from '#schemas/log/events.ts'
import type { ConfirmedMessage, MessageReactions } from '#schemas/log/message.ts'
import { findRange } from '../conversation/contiguous-ranges.ts'
import { conversationFromSnapshot } from '../conversation/conversation-snapshot.ts'
import {
  evolveEdits,
  isOutdatedCopy,
  type MessageEdits,
  markEdited,
  newerText,
  withEdits,
} from '../message/edits.ts'
import { erasedIds, eraseMessage } from '../message/erase-event.ts'
import { mergeReactions } from '../message/reactions.ts'
import {
  acknowledgedMessage,
  eraseUnsentQuotes,
  evolveUnsent,
  type UnsentRecord,
} from '../message/unsent-messages.ts'

/**
 * Folds one event of this conversation into its messages, which it changes in place and returns. A message received by
 * socket, history, acknowledgement or another tab, in any order and number, gives the same state [LIFE-23].
 */
export function evolveTimeline(state: TimelineState, event: LogEvent): TimelineState {
  const confirmed = evolveUnsent(state.unsent, state.id, state.self, event)
  evolveEdits(state.edits, event, erasedInTimeline(state))
  switch (event.type) {
    case 'MessageSubmitted':
      eraseUnsentQuotes(state.unsent, erasedInTimeline(state), state.edits)
      break
    case 'MessageReceived':
      place(state, event.data.message)
      break
    case 'MessageAcknowledged':
      if (confirmed) place(state, acknowledgedMessage(confirmed, state.self, event.data))
      break
    case 'MessageReacted':
      react(state, event.data)
      break
    case 'MessageEdited':
      replaceTexts(state)
      break
    case 'MessagesDeleted':
    case 'MessagesExpired':
      addTombstones(state, event.data.serverIds)
      break
    case 'ConversationCleared':
      clearThrough(state, event.data.through)
      break
    case 'HistoryTrimmed':
      trim(state, event.data)
      break
    case 'ConversationCompacted':
      applyLogSnapshot(state, event.data)
      break
    case 'ConversationRemoved':
      clear(state)
      break
  }
  return state
}

/** Returns the pages that an event writes to. */
export function pagesTouchedBy(event: LogEvent): readonly number[] {
  switch (event.type) {
    case 'HistoryTrimmed':
      return pagesBetween(event.data.from, event.data.before)
    case 'MessageReceived':
      return pagesOf(event.data.message.sequence)
    case 'MessageAcknowledged':
    case 'MessageReacted':
    case 'MessageEdited':
      return pagesOf(event.data.sequence)
    default:
      return []
  }
}

const pagesOf = (sequence: number | undefined): readonly number[] =>
  sequence === undefined ? [] : [pageOf(sequence)]

/** Returns the pages from one sequence number to the one before another. */
const pagesBetween = (from: number, before: number): readonly number[] =>
  Array.from(
    { length: Math.max(pageOf(before - 1) - pageOf(from) + 1, 0) },
    (_, index) => pageOf(from) + index,
  )

/**
 * Whether the event concerns messages of every page, because it erases or replaces bodies and quotes. All pages must be loaded
 * then.
 */
export const touchesEveryPage = (event: LogEvent): boolean =>
  event.type === 'MessagesDeleted' ||
  event.type === 'MessagesExpired' ||
  event.type === 'MessageEdited' ||
  event.type === 'ConversationCleared' ||
  event.type === 'ConversationRemoved' ||
  event.type === 'ConversationCompacted' ||
  (event.type === 'MessageReceived' && event.data.message.body === null)

function place(state: TimelineState, message: ConfirmedMessage): void {
  if (message.serverId <= state.clearedThrough || isOutdatedCopy(message, state.edits)) return
  if (message.body === null) addTombstones(state, [message.serverId])
  const loose = state.withoutSequence.get(message.serverId)
  const reactions = mergeReactions(state.earlyReactions.get(message.serverId), message.reactions)
  state.earlyReactions.delete(message.serverId)
  const arrived = reactions ? { ...message, reactions } : message
  if (message.sequence === undefined) {
    state.withoutSequence.set(message.serverId, withCurrentTexts(state, merge(loose, arrived)))
    return
  }
  const known = merge(state.bySequence.get(message.sequence), arrived)
  state.bySequence.set(message.sequence, withCurrentTexts(state, loose ? merge(loose, known) : known))
  state.withoutSequence.delete(message.serverId)
}

/** Reactions may arrive before their message, and wait for it then. */
function react(state: TimelineState, { serverId, sequence, reactions }: EventDataOf<'MessageReacted'>): void {
  if (erasedInTimeline(state).has(serverId)) return
  const placed = state.bySequence.get(sequence)
  const loose = state.withoutSequence.get(serverId)
  const changed = (message: ConfirmedMessage) =>
    ({ ...message, reactions: mergeReactions(message.reactions, reactions) }) satisfies ConfirmedMessage
  if (placed?.serverId === serverId) state.bySequence.set(sequence, changed(placed))
  else if (loose) state.withoutSequence.set(serverId, changed(loose))
  else {
    const merged = mergeReactions(state.earlyReactions.get(serverId), reactions)
    if (merged) state.earlyReactions.set(serverId, merged)
  }
}

/** Merges two copies: the later one wins, and fields that only the earlier one has stay. */
function merge(known: ConfirmedMessage | undefined, next: ConfirmedMessage): ConfirmedMessage {
  if (!known) return next
  const reactions = mergeReactions(known.reactions, next.reactions)
  return {
    ...next,
    ...(reactions ? { reactions } : {}),
    clientId: next.clientId ?? known.clientId,
    senderName: next.senderName || known.senderName,
    senderAvatarUrl: next.senderAvatarUrl || known.senderAvatarUrl,
    readAt: next.readAt ?? known.readAt,
    timerSeconds: next.timerSeconds ?? known.timerSeconds,
    quote: next.quote ?? known.quote,
    ...newerText(known, next),
  }
}

/** Returns the message to store: without the bodies and quoted texts of deleted messages, with those of the last edits. */
const withCurrentTexts = (state: TimelineState, message: ConfirmedMessage): ConfirmedMessage =>
  withEdits(eraseMessage(message, erasedInTimeline(state)), state.edits)

function addTombstones(state: TimelineState, ids: readonly ServerId[]): void {
  const fresh = ids.filter((id) => id > state.clearedThrough && !state.deleted.has(id))
  if (fresh.length === 0) return
  for (const id of fresh) {
    state.deleted.add(id)
    state.earlyReactions.delete(id)
  }
  replaceTexts(state)
}

/** Applies the deletions and edits to all loaded messages. */
function replaceTexts(state: TimelineState): void {
  for (const [sequence, message] of state.bySequence)
    state.bySequence.set(sequence, withCurrentTexts(state, message))
  for (const [id, message] of state.withoutSequence)
    state.withoutSequence.set(id, withCurrentTexts(state, message))
  eraseUnsentQuotes(state.unsent, erasedInTimeline(state), state.edits)
}

/** Drops everything up to the mark, for good. */
function clearThrough(state: TimelineState, through: ServerId): void {
  if (through <= state.clearedThrough) return
  state.clearedThrough = through
  for (const [sequence, { serverId: id }] of state.bySequence)
    if (id <= through) state.bySequence.delete(sequence)
  for (const id of state.withoutSequence.keys()) if (id <= through) state.withoutSequence.delete(id)
  for (const ids of [state.deleted, state.earlyReactions])
    for (const id of ids.keys()) if (id <= through) ids.delete(id)
  replaceTexts(state)
}

/** Drops messages older than the retention time. They may be loaded again [STORE-06]. */
function trim(state: TimelineState, { before, beforeId }: EventDataOf<'HistoryTrimmed'>): void {
  for (const sequence of state.bySequence.keys()) if (sequence < before) state.bySequence.delete(sequence)
  for (const waiting of [state.withoutSequence, state.earlyReactions])
    for (const id of waiting.keys()) if (id < beforeId) waiting.delete(id)
}

/** Aligns the loaded messages with a log snapshot: messages that the snapshot does not have were removed meanwhile. */
function applyLogSnapshot(state: TimelineState, stored: ConversationSnapshot): void {
  const snapshot = conversationFromSnapshot(state.id, stored)
  const { through } = snapshot.clearing
  const isStored = (sequence: number, id: ServerId) =>
    id > through && findRange(snapshot.contiguousRanges, sequence) !== undefined
  for (const [sequence, { serverId: id }] of state.bySequence)
    if (!isStored(sequence, id)) state.bySequence.delete(sequence)
  for (const waiting of [state.withoutSequence, state.earlyReactions])
    for (const id of waiting.keys())
      if (id <= through || id < snapshot.historyStartsAt.serverId) waiting.delete(id)
  state.unsent.clear()
  for (const [id, record] of snapshot.unsent) state.unsent.set(id, record)
  state.deleted.clear()
  for (const id of snapshot.deletedIds) {
    state.deleted.add(id)
    state.earlyReactions.delete(id)
  }
  state.clearedThrough = through
  state.edits.clear()
  for (const [id, edit] of snapshot.edits) state.edits.set(id, edit)
  for (const messages of [state.bySequence, state.withoutSequence])
    for (const [key, message] of messages) messages.set(key, markEdited(message, state.edits))
  replaceTexts(state)
}

const erasedInTimeline = ({ deleted, clearedThrough }: TimelineState) => erasedIds(deleted, clearedThrough)

function clear(state: TimelineState): void {
  state.bySequence.clear()
  state.withoutSequence.clear()
  state.unsent.clear()
  state.earlyReactions.clear()
  state.edits.clear()
  state.deleted.clear()
  state.clearedThrough = serverId(0)
}

/** Sequence numbers per stored page. */
export const pageSize = 50
export const pageOf = (sequence: number): number => Math.floor(sequence / pageSize)

/**
 * Messages of one conversation: the loaded pages, and messages that belong to no page. Changed in place by its fold;
 * the messages themselves are immutable.
 */
export interface TimelineState {
  readonly id: ConversationId
  readonly self: UserId
  /** Confirmed messages by sequence number. */
  readonly bySequence: Map<number, ConfirmedMessage>
  /** Confirmed messages whose sequence number is not known (DEC-106). */
  readonly withoutSequence: Map<ServerId, ConfirmedMessage>
  readonly unsent: Map<ClientId, UnsentRecord>
  /** Reactions to messages that are not here. */
  readonly earlyReactions: Map<ServerId, MessageReactions>
  /** The last known edits of messages, loaded or not. */
  readonly edits: MessageEdits
  /** Ids of tombstones, whether their message is loaded or not [LIFE-18]. */
  readonly deleted: Set<ServerId>
  /** Messages up to here were cleared and are not stored [LIFE-19]. */
  clearedThrough: ServerId
}

export const initialTimeline = (id: ConversationId, self: UserId): TimelineState => ({
  id,
  self,
  bySequence: new Map(),
  withoutSequence: new Map(),
  unsent: new Map(),
  earlyReactions: new Map(),
  edits: new Map(),
  deleted: new Set(),
  clearedThrough: serverId(0),
})

import { type ConversationId, parseConversationId, type ServerId, type UserId } from '#schemas/ids.ts'
import type { LogEvent } from '#schemas/log/envelope.ts'
import type { ConversationFacts, EventDataOf } from '#schemas/log/events.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import { addDisappearing, recordReadTime } from '../disappearing/disappearing-messages.ts'
import { editedQuote, evolveEdits, isOutdatedCopy, withEdits } from '../message/edits.ts'
import { areMentioning } from '../message/mentions.ts'
import { countsAsUnread } from '../message/message-notices.ts'
import {
  acknowledgedMessage,
  eraseUnsentQuotes,
  evolveUnsent,
  needsUnsentMessage,
} from '../message/unsent-messages.ts'
import { addSequence, type ContiguousRange } from './contiguous-ranges.ts'
import { evolveConversationActions, isCleared, recordClearedSequence } from './conversation-actions.ts'
import { conversationFromSnapshot } from './conversation-snapshot.ts'
import {
  type ConversationState,
  type ConversationsState,
  erasedIn,
  initialConversation,
} from './conversation-state.ts'
import { hideMessages } from './delete-for-me.ts'
import { dropErasedQuote, evolveDelivered, saveDraft } from './draft.ts'
import { evolvePendingChanges, isAboutChanges } from './pending-changes.ts'
import { advanceReadMarker, advanceUnreadMark, recordConversationRead } from './read-marker.ts'
import { addRecentMessage } from './recent-messages.ts'
import { higherId, newerBaseline } from './unread-count.ts'

/**
 * Folds one event into the conversations, which it changes in place and returns. Messages and read markers give the
 * same state in any order and number. Events that replace a whole value (the listing, the draft) follow the order of
 * the log.
 */
export function evolveConversations(state: ConversationsState, event: LogEvent): ConversationsState {
  if (event.type === 'AccountCompacted') keepOnly(state, event.data.conversations)
  if (event.stream === 'account') return state
  if (event.type === 'ConversationRemoved') {
    state.byId.delete(event.stream)
    return state
  }
  if (event.type === 'ConversationCompacted') {
    state.byId.set(event.stream, conversationFromSnapshot(event.stream, event.data))
    return state
  }
  // Late responses for a removed conversation would create it again without its facts.
  if (!state.byId.has(event.stream) && needsConversation(event)) return state
  evolveConversation(conversationIn(state, event.stream), state.self, event)
  return state
}

const needsConversation = (event: LogEvent): boolean =>
  needsUnsentMessage(event) || event.type === 'MessagePreviewed' || isAboutChanges(event)

/** Drops conversations whose `ConversationRemoved` event was compacted away. */
function keepOnly({ byId }: ConversationsState, conversations: readonly ConversationId[]): void {
  const remaining = new Set(conversations)
  for (const id of byId.keys()) if (!remaining.has(id)) byId.delete(id)
}

function conversationIn(state: ConversationsState, id: ConversationId): ConversationState {
  const known = state.byId.get(id)
  if (known) return known
  const created = initialConversation(id)
  state.byId.set(id, created)
  return created
}

function evolveConversation(state: ConversationState, self: UserId, event: LogEvent): void {
  const confirmed = evolveUnsent(state.unsent, state.id, self, event)
  if (confirmed) advanceUnreadMark(state, event)
  evolveEdits(state.edits, event, erasedIn(state))
  switch (event.type) {
    case 'MessageSubmitted':
      eraseUnsentQuotes(state.unsent, erasedIn(state), state.edits)
      break
    case 'MessageEdited':
      showEdit(state, self, event.data.serverId)
      break
    case 'MessageReceived':
      receiveMessage(state, self, event.data.message, event.data.isDetached)
      break
    case 'MessagePreviewed':
      previewMessage(state, self, event.data.message)
      break
    case 'DeletionsReceived':
      state.deletionsReceivedThrough = Math.max(state.deletionsReceivedThrough, event.data.through)
      break
    case 'MessageAcknowledged':
      if (confirmed) confirmMessage(state, acknowledgedMessage(confirmed, self, event.data), self)
      break
    case 'MessagesDeleted':
      for (const id of event.data.serverIds) addTombstone(state, id)
      recordDeletedUnread(state, event.data)
      break
    case 'MessagesExpired':
      for (const id of event.data.serverIds) addTombstone(state, id)
      break
    case 'MessagesHidden':
      hideMessages(state, event.data)
      break
    case 'MessagesRestored':
      for (const id of event.data.serverIds) state.hiddenPendingDeletion.delete(id)
      break
    case 'ConversationRead':
      recordReadTime(state.disappearing, 'own', event.data)
      recordConversationRead(state, event.data)
      advanceReadMarker(state, event.data.upTo, event.origin === 'socket' || event.origin === 'http')
      break
    case 'ReadMarkerDelivered':
      state.deliveredUpTo = higherId(state.deliveredUpTo, event.data.upTo)
      break
    case 'UnreadCounted':
      state.baseline = newerBaseline(state.baseline, event.data)
      recordReadTime(state.disappearing, 'own', { upTo: event.data.readUpTo, at: event.occurredAt })
      advanceReadMarker(state, event.data.readUpTo, true)
      break
    case 'PeerRead':
      recordReadTime(state.disappearing, 'peer', event.data)
      state.peerReadUpTo = higherId(state.peerReadUpTo, event.data.upTo)
      break
    default:
      evolveFacts(state, event)
      evolvePendingChanges(state, event)
      evolveConversationActions(state, event)
  }
}

/** Folds events that replace a whole value, in the order of the log. */
function evolveFacts(state: ConversationState, event: LogEvent): void {
  if (event.type === 'ConversationListed') replaceFacts(state, event.data.facts)
  if (event.type === 'ConversationOpened') state.isOpened = true
  if (event.type === 'JoinApplicationsCounted') setApplicationCount(state, event.data.count)
  if (event.type === 'DraftSaved') saveDraft(state, event.data, erasedIn(state))
  if (event.type === 'DraftDelivered') evolveDelivered(state, event.data)
  if (event.type === 'HistoryTrimmed') trimHistory(state, event.data)
}

/** Sets the number of join requests of a group [SOCK-75]. */
function setApplicationCount(state: ConversationState, applicationCount: number): void {
  const { facts } = state
  if (facts?.group) state.facts = { ...facts, group: { ...facts.group, applicationCount } }
}

function replaceFacts(state: ConversationState, facts: ConversationFacts): void {
  state.facts = facts
  // An empty announcement counts as read, so the same text is new when it is posted again (DEC-61).
  if (facts.group?.announcement === '') state.announcementRead = ''
  if (facts.timerSeconds) state.lastTimerSeconds = facts.timerSeconds
}

/**
 * A message accepted before the latest known deletion may be the one deleted, if this device did not know its id then.
 */
function confirmMessage(state: ConversationState, message: ConfirmedMessage, self: UserId): void {
  receiveMessage(state, self, message)
  if (isInDoubt(message, state)) state.deletionsReceivedThrough = deletionTimeBefore(message.sentAt)
}

/** Whether a known deletion may concern a message of which only the acknowledgement is known. */
const isInDoubt = ({ serverId, sentAt }: ConfirmedMessage, state: ConversationState): boolean =>
  state.deletionsReceivedThrough >= sentAt && !erasedIn(state).has(serverId)

function receiveMessage(
  state: ConversationState,
  self: UserId,
  received: ConfirmedMessage,
  isDetached?: boolean,
): void {
  if (isOutdatedCopy(received, state.edits)) return
  const message = withEdits(received, state.edits)
  const { serverId, sequence } = message
  if (message.body === null) addTombstone(state, serverId)
  state.newestId = higherId(state.newestId, serverId)
  if (sequence !== undefined) {
    addSequence(state.contiguousRanges, sequence, serverId, isDetached)
    addSequence(state.seenRanges, sequence, serverId)
  }
  if (isCleared(state, serverId)) {
    recordClearedSequence(state, message)
    return
  }
  const isDeleted = showMessage(state, self, message)
  const isUnread = message.senderId !== self && serverId > state.readUpTo && !isDeleted
  if (!isUnread || !countsAsUnread(message.type)) return
  state.unreadIds.add(serverId)
  if (mentions(message, self)) state.mentionIds.add(serverId)
}

/** Shows a message in the row. Returns whether only a tombstone of it is left. */
function showMessage(state: ConversationState, self: UserId, message: ConfirmedMessage): boolean {
  const isDeleted = state.deletedIds.has(message.serverId)
  addRecentMessage(state.recent, message, { isDeleted, self })
  if (!isDeleted) addDisappearing(state.disappearing, message, timerFacts(state.id, self, message))
  return isDeleted
}

/** Shows the message in the row without storing or counting it. A known copy stays, because a preview may be shortened. */
function previewMessage(state: ConversationState, self: UserId, message: ConfirmedMessage): void {
  const isKnown = state.recent.some(({ serverId }) => serverId === message.serverId)
  if (isKnown || isCleared(state, message.serverId) || isOutdatedCopy(message, state.edits)) return
  showMessage(state, self, withEdits(message, state.edits))
}

/** Replaces the text of an edited message in the row and in quotes of it. Its mentions count while it is unread. */
function showEdit(state: ConversationState, self: UserId, id: ServerId): void {
  const edit = state.edits.get(id)
  if (!edit?.body) return
  const at = state.recent.findIndex(({ serverId }) => serverId === id)
  const found = state.recent[at]
  if (found && found.body !== null) state.recent[at] = { ...found, body: edit.body }
  eraseUnsentQuotes(state.unsent, erasedIn(state), state.edits)
  state.draftQuote = editedQuote(state.draftQuote, state.edits)
  if (!state.unreadIds.has(id)) return
  if (areMentioning(edit.mentions ?? [], self)) state.mentionIds.add(id)
  else state.mentionIds.delete(id)
}

/** Whether the mentions include everyone or this user [MSG-39]. */
const mentions = (message: ConfirmedMessage, self: UserId): boolean =>
  areMentioning(message.mentions ?? [], self)

const timerFacts = (id: ConversationId, self: UserId, { senderId }: ConfirmedMessage) => ({
  isOwn: senderId === self,
  isGroup: parseConversationId(id).kind === 'group',
})

function addTombstone(state: ConversationState, id: ServerId): void {
  if (state.deletedIds.has(id) || isCleared(state, id)) return
  state.deletedIds.add(id)
  state.hiddenPendingDeletion.delete(id)
  state.unreadIds.delete(id)
  state.mentionIds.delete(id)
  state.disappearing.messages.delete(id)
  state.pendingReactions.delete(id)
  state.pendingEdits.delete(id)
  if (state.editDraft?.serverId === id) state.editDraft = undefined
  for (const pins of [state.pins.known, state.pins.pending]) pins.delete(id)
  eraseUnsentQuotes(state.unsent, erasedIn(state), state.edits)
  dropErasedQuote(state, erasedIn(state))
  const at = state.recent.findIndex((message) => message.serverId === id)
  const found = state.recent[at]
  if (found) state.recent[at] = { ...found, body: null }
}

/** The server stops counting a message that was deleted for everyone, also after it was deleted on this device. */
function recordDeletedUnread(
  state: ConversationState,
  { serverIds, unreadIds = [] }: EventDataOf<'MessagesDeleted'>,
): void {
  for (const id of serverIds) state.deletedUnread.delete(id)
  for (const id of unreadIds) if (id > state.readUpTo && !isCleared(state, id)) state.deletedUnread.add(id)
}

/**
 * Removes the messages below a sequence number, because they are older than the retention time [STORE-06]. Counts,
 * marks and the row stay: `seenRanges` remembers what was received, and the row keeps its newest messages.
 */
export function trimHistory(
  state: ConversationState,
  { before, beforeId }: EventDataOf<'HistoryTrimmed'>,
): void {
  const remaining = state.contiguousRanges.flatMap((range) => aboveEdge(range, before, beforeId))
  state.contiguousRanges.splice(0, state.contiguousRanges.length, ...remaining)
  if (before > state.historyStartsAt.sequence)
    state.historyStartsAt = { sequence: before, serverId: beforeId }
}

function aboveEdge(
  range: ContiguousRange,
  before: number,
  beforeId: ContiguousRange['fromId'],
): readonly ContiguousRange[] {
  if (range.to < before) return []
  return range.from >= before ? [range] : [{ ...range, from: before, fromId: beforeId }]
}

/**
 * Returns the time from which deletions are fetched again, server ms, after an acknowledgement says that the server
 * accepted a message at `sentAt`. A later deletion may concern that message, whose id this device did not know [MSG-55].
 */
export const deletionTimeBefore = (sentAt: number): number => sentAt - 1

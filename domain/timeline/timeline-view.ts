import type { ServerId, UserId } from '#schemas/ids.ts'
import type { FriendFacts, ProfileFacts } from '#schemas/log/events.ts'
import type { ConfirmedMessage, QuotedMessage } from '#schemas/log/message.ts'
import { remarkOf } from '../contacts/contacts.ts'
import type { PendingReaction } from '../conversation/conversation-state.ts'
import { type DisappearingMessage, expiresAt } from '../disappearing/disappearing-messages.ts'
import { eraseQuote } from '../message/erase-event.ts'
import { isShownTo } from '../message/message-notices.ts'
import { canRetryMessage } from '../message/message-transitions.ts'
import { type ConversationPins, isPinned } from '../message/pins.ts'
import { viewReactions } from '../message/reactions.ts'
import type { MessageState, TimelineMessage } from '../message/timeline-message.ts'
import { compareUnsent, type UnsentRecord } from '../message/unsent-messages.ts'
import type { PendingEdit } from '../outbox/outbox.ts'
import type { TimelineState } from './timeline-projection.ts'
import { selectRange, type TimelineRange } from './timeline-range.ts'

/** What a timeline view depends on apart from its messages. */
export interface TimelineViewContext {
  readonly readUpTo: ServerId
  readonly peerReadUpTo: ServerId
  readonly profile: ProfileFacts | undefined
  /** Friends, for the remarks that name senders. A change rebuilds every message. */
  readonly friends?: ReadonlyMap<UserId, FriendFacts>
  /** The own role; undefined in a one-to-one conversation. */
  readonly role?: number | undefined
  /** The disappearing messages with their read times. */
  readonly disappearing?: ReadonlyMap<ServerId, DisappearingMessage>
  /** Own reactions that the server has not confirmed. */
  readonly pendingReactions?: ReadonlyMap<ServerId, PendingReaction>
  /** Own edits that the server has not confirmed. */
  readonly pendingEdits?: ReadonlyMap<ServerId, PendingEdit>
  /** The pinned messages. */
  readonly pins?: ConversationPins | undefined
  /** Messages hidden until erased. A change rebuilds every message. */
  readonly hiddenMessages?: ReadonlySet<ServerId>
}

/**
 * Returns the confirmed messages of a range in order, tombstones included: by sequence number, and messages without one
 * by id between them (DEC-99 DEC-106). Messages beyond a gap are left out.
 */
function confirmedInOrder(
  state: TimelineState,
  range: TimelineRange | undefined,
): readonly ConfirmedMessage[] {
  const placed: ConfirmedMessage[] = []
  for (let at = range?.from ?? 0; range && at <= range.to; at += 1) {
    const message = state.bySequence.get(at)
    if (message) placed.push(message)
  }
  if (state.withoutSequence.size === 0) return placed
  const end = range?.isDetached ? (placed.at(-1)?.serverId ?? 0) : Number.POSITIVE_INFINITY
  return insertWithoutSequence(placed, state.withoutSequence, end)
}

/** Inserts the messages without a sequence number. Those after `end` belong to another range. */
function insertWithoutSequence(
  placed: readonly ConfirmedMessage[],
  loose: ReadonlyMap<ServerId, ConfirmedMessage>,
  end: number,
): readonly ConfirmedMessage[] {
  const ids = new Set(placed.map((message) => message.serverId))
  const first = placed[0]?.serverId ?? 0
  const waiting = [...loose.values()]
    .filter(({ serverId }) => serverId > first && serverId < end && !ids.has(serverId))
    .sort((left, right) => left.serverId - right.serverId)
  const woven: ConfirmedMessage[] = []
  let next = 0
  for (const message of placed) {
    for (let other = waiting[next]; other && other.serverId < message.serverId; other = waiting[next]) {
      woven.push(other)
      next += 1
    }
    woven.push(message)
  }
  return [...woven, ...waiting.slice(next)]
}

/** The messages of the last view, so that an unchanged message keeps its object and React does not render it again. */
export type TimelineMessageCache = WeakMap<ConfirmedMessage, TimelineMessage>

/** The messages of a window, and its range. */
export interface TimelineSlice {
  readonly messages: readonly TimelineMessage[]
  readonly range: TimelineRange | undefined
}

/**
 * Builds the view of the range around a detached window's sequence number, or of the newest range if there is no such
 * window or nothing in it is visible. Unsent messages follow the newest range only.
 */
export function buildTimelineView(
  state: TimelineState,
  marks: TimelineViewContext,
  cache: TimelineMessageCache,
  detachedAt: number | undefined,
): TimelineSlice {
  const range = selectRange(state.bySequence, detachedAt)
  const confirmed = viewMessages(state, marks, cache, range)
  if (range?.isDetached)
    return confirmed.length > 0
      ? { messages: confirmed, range }
      : buildTimelineView(state, marks, cache, undefined)
  const unsent = [...state.unsent.values()].sort(compareUnsent)
  return {
    messages: [...confirmed, ...unsent.map((record) => viewUnsent(record, state, marks))],
    range,
  }
}

/**
 * Builds the view of the newest range: confirmed messages without tombstones, then unsent ones as they were written
 * (DEC-99).
 */
export const viewTimeline = (state: TimelineState, marks: TimelineViewContext): readonly TimelineMessage[] =>
  buildTimelineView(state, marks, new WeakMap(), undefined).messages

function viewMessages(
  state: TimelineState,
  marks: TimelineViewContext,
  cache: TimelineMessageCache,
  range: TimelineRange | undefined,
): TimelineMessage[] {
  const messages: TimelineMessage[] = []
  for (const message of confirmedInOrder(state, range)) {
    if (
      message.body !== null &&
      !marks.hiddenMessages?.has(message.serverId) &&
      isShownTo(message.type, marks.role)
    )
      messages.push(
        withPendingChanges(viewOnce(message, message.body, state.self, marks, cache), message, marks),
      )
  }
  return messages
}

function viewOnce(
  message: ConfirmedMessage,
  body: string,
  self: UserId,
  marks: TimelineViewContext,
  cache: TimelineMessageCache,
): TimelineMessage {
  const known = cache.get(message)
  const state = stateOf(message, self, marks)
  const disappearing = marks.disappearing?.get(message.serverId)
  const hasPin = isPinnedIn(marks, message)
  const isSame = known?.state === state && known.isPinned === hasPin
  if (isSame && known.expiresAt === (disappearing && expiresAt(disappearing))) return known
  const next = viewConfirmed(message, body, self, marks, state)
  cache.set(message, next)
  return next
}

/** Returns the message with the own reaction and the own text that the server has not confirmed, if there are any. */
function withPendingChanges(
  view: TimelineMessage,
  { serverId, reactions }: ConfirmedMessage,
  { pendingReactions, pendingEdits }: TimelineViewContext,
): TimelineMessage {
  const reaction = pendingReactions?.get(serverId)
  const edit = pendingEdits?.get(serverId)
  if (!reaction && !edit) return view
  return {
    ...view,
    ...(reaction ? { reactions: viewReactions(reactions ?? { counts: [] }, reaction.emoji) } : {}),
    ...(edit
      ? { body: edit.body, confirmedBody: view.body, mentions: edit.mentions, editedAt: edit.at }
      : {}),
  }
}

/** True if the message is pinned, otherwise undefined. */
const isPinnedIn = ({ pins }: TimelineViewContext, { serverId }: ConfirmedMessage): true | undefined =>
  (pins !== undefined && isPinned(pins, serverId)) || undefined

/** Read if the peer's read receipt or the message's own read time says so [LIFE-17]. */
const stateOf = (message: ConfirmedMessage, self: UserId, marks: TimelineViewContext): MessageState =>
  message.readAt !== undefined ||
  message.serverId <= (message.senderId === self ? marks.peerReadUpTo : marks.readUpTo)
    ? 'read'
    : 'sent'

function viewConfirmed(
  message: ConfirmedMessage,
  body: string,
  self: UserId,
  marks: TimelineViewContext,
  state: MessageState,
): TimelineMessage {
  const { profile, disappearing } = marks
  const { clientId, serverId, senderId } = message
  const isOwn = senderId === self
  const publicName = message.senderName || (isOwn ? (profile?.nickname ?? '') : '')
  const remark = remarkOf(marks.friends, senderId)
  const timed = disappearing?.get(serverId)
  return {
    key: isOwn && clientId !== undefined ? clientId : `s${serverId}`,
    clientId,
    serverId,
    sequence: message.sequence,
    senderId,
    senderName: remark || publicName,
    senderAvatarUrl: message.senderAvatarUrl || (isOwn ? (profile?.avatarUrl ?? '') : ''),
    isOwn,
    type: message.type,
    body,
    sentAt: message.sentAt,
    state,
    canRetry: false,
    quote: viewQuote(message.quote, marks),
    senderRole: message.senderRole,
    mentions: message.mentions,
    ...(message.readAt === undefined ? {} : { readAt: message.readAt }),
    ...(timed ? { timerSeconds: timed.timerSeconds, expiresAt: expiresAt(timed) } : {}),
    ...(remark ? { senderPublicName: publicName } : {}),
    ...(message.reactions ? { reactions: viewReactions(message.reactions) } : {}),
    ...(message.edit ? { editedAt: message.edit.at } : {}),
    ...(isPinnedIn(marks, message) ? { isPinned: true } : {}),
  }
}

/** Returns the quote unless its message is hidden, with the remark for its author. */
function viewQuote(stored: QuotedMessage | undefined, marks: TimelineViewContext): QuotedMessage | undefined {
  const quote = marks.hiddenMessages ? eraseQuote(stored, marks.hiddenMessages) : stored
  const remark = quote && remarkOf(marks.friends, quote.senderId)
  return quote && remark ? { ...quote, senderName: remark } : quote
}

/** Returns the view of an unsent message; its time is also its temporary id [LIFE-01]. */
const viewUnsent = (
  record: UnsentRecord,
  state: TimelineState,
  marks: TimelineViewContext,
): TimelineMessage => ({
  key: record.clientId,
  clientId: record.clientId,
  serverId: undefined,
  sequence: undefined,
  senderId: state.self,
  senderName: marks.profile?.nickname ?? '',
  senderAvatarUrl: marks.profile?.avatarUrl ?? '',
  isOwn: true,
  type: record.type,
  body: record.body,
  sentAt: record.submittedAt,
  state: record.state,
  canRetry: canRetryMessage(record.state),
  quote: viewQuote(record.quote, marks),
  attachment: record.attachment,
  mentions: record.mentions,
})

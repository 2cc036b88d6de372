import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import { findRange, type ReceivedRange } from '../conversation/contiguous-ranges.ts'

/** A conversation with messages above the newest one stored here. */
export interface MissedMessages {
  readonly conversationId: ConversationId
  readonly above: ServerId
}

/**
 * The maximum number of conversations in one request. A response has at most 1,000 messages, so that each one stays
 * fast [SESS-28].
 */
export const conversationsPerCall = 20
/** Gaps up to this size are filled automatically; lost connections cause them. */
export const maxAutomaticGap = 50
/** The same limit for an open conversation. A larger gap is filled by scrolling into it. */
export const largestFilledGap = 1000
/** The delay before a gap is filled, ms: the missing message is often already on its way [LIFE-21]. */
export const gapDelay = 600

/** Returns the conversations for which the server has messages newer than the stored ones. */
export const findMissedMessages = (
  listed: readonly ListedConversation[],
  newestId: (conversation: ConversationId) => ServerId,
): readonly MissedMessages[] =>
  listed
    .map(({ facts, countedThrough, lastMessageId }) => {
      const above = newestId(facts.conversationId)
      return { conversationId: facts.conversationId, above, newest: Math.max(countedThrough, lastMessageId) }
    })
    .filter(({ above, newest }) => newest > above)
    .map(({ conversationId, above }) => ({ conversationId, above }))

/** Sorts in list order: pinned first, then most recent; unlisted ones last. */
export function sortByListOrder(
  missed: readonly MissedMessages[],
  list: readonly ConversationId[],
): readonly MissedMessages[] {
  const places = new Map(list.map((id, place) => [id, place]))
  const placeOf = ({ conversationId }: MissedMessages) => places.get(conversationId) ?? list.length
  return [...missed].sort((left, right) => placeOf(left) - placeOf(right))
}

/** Returns the next batch and the rest: open conversations first, then the next twenty. */
export function nextToFetch(
  waiting: readonly MissedMessages[],
  shownConversations: readonly ConversationId[],
): { readonly next: readonly MissedMessages[]; readonly rest: readonly MissedMessages[] } {
  const isShown = ({ conversationId }: MissedMessages) => shownConversations.includes(conversationId)
  const next = waiting.filter(isShown)
  if (next.length > 0) return { next, rest: waiting.filter((range) => !isShown(range)) }
  return { next: waiting.slice(0, conversationsPerCall), rest: waiting.slice(conversationsPerCall) }
}

/** A gap in the stored sequence numbers of a conversation [LIFE-20]. */
export interface SequenceGap {
  /** The last stored number below the gap, and the first one above it. */
  readonly after: number
  readonly before: number
}

/**
 * Returns the gaps between contiguous ranges, oldest first. Messages below the first range are only older ones, and
 * gaps around a detached range were never missed.
 */
export function findGaps(ranges: readonly ReceivedRange[]): readonly SequenceGap[] {
  const joined = ranges.filter(({ isDetached }) => !isDetached)
  return joined.slice(1).flatMap(({ from }, index) => {
    const below = joined[index]
    return below && from > below.to + 1 ? [{ after: below.to, before: from }] : []
  })
}

/** Whether a gap is filled automatically. */
export const isFilledAutomatically = ({ after, before }: SequenceGap, isShown: boolean): boolean =>
  before - after - 1 <= (isShown ? largestFilledGap : maxAutomaticGap)

/** Whether this message adds nothing to the stored ones. A tombstone always adds something, because it erases. */
export const isAlreadyReceived = (message: ConfirmedMessage, ranges: readonly ReceivedRange[]): boolean => {
  const { sequence, body } = message
  return body !== null && sequence !== undefined && findRange(ranges, sequence) !== undefined
}

/**
 * Returns the events for messages received by HTTP, without those already stored; `isDetached` if they were loaded for
 * a detached window.
 */
export const receivedEvents = (
  conversationId: ConversationId,
  messages: readonly ConfirmedMessage[],
  ranges: readonly ReceivedRange[],
  isDetached = false,
): NewEvent[] =>
  messages
    .filter((message) => !isAlreadyReceived(message, ranges))
    .map((message) => ({
      stream: conversationId,
      type: 'MessageReceived',
      data: { message, ...(isDetached && { isDetached }) },
      occurredAt: message.sentAt,
      origin: 'http',
    }))

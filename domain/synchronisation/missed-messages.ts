import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'
import { findRange, type ReceivedRange } from '../conversation/contiguous-ranges.ts'

/** A conversation with messages above the newest one held here. */
export interface MissedMessages {
  readonly conversationId: ConversationId
  readonly above: ServerId
}

/** Conversations asked for in one call at most: an answer of 1,000 messages at most keeps nobody waiting for long [SESS-28]. */
export const conversationsPerCall = 20
/** Holes up to so many numbers are filled by themselves, as they come with a connection that was cut. */
export const smallGap = 50
/** And those up to so many in a conversation that is being looked at; a larger one is filled by scrolling into it. */
export const largestFilledGap = 1000
/** A wait before a gap is filled: what is missing is often already on its way [LIFE-21], ms. */
export const gapDelay = 600

/** Which conversations have something newer at the server than what is held. */
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

/** In the order of the list: pinned first, then the most recent; what is in no list comes last. */
export function sortByList(
  missed: readonly MissedMessages[],
  list: readonly ConversationId[],
): readonly MissedMessages[] {
  const places = new Map(list.map((id, place) => [id, place]))
  const placeOf = ({ conversationId }: MissedMessages) => places.get(conversationId) ?? list.length
  return [...missed].sort((left, right) => placeOf(left) - placeOf(right))
}

/** What is asked for next, and what then still waits: the conversations that are being looked at, else the next twenty. */
export function nextToFetch(
  waiting: readonly MissedMessages[],
  lookedAt: readonly ConversationId[],
): { readonly next: readonly MissedMessages[]; readonly rest: readonly MissedMessages[] } {
  const isLookedAt = ({ conversationId }: MissedMessages) => lookedAt.includes(conversationId)
  const next = waiting.filter(isLookedAt)
  if (next.length > 0) return { next, rest: waiting.filter((stretch) => !isLookedAt(stretch)) }
  return { next: waiting.slice(0, conversationsPerCall), rest: waiting.slice(conversationsPerCall) }
}

/** A hole in the sequence numbers held of a conversation [LIFE-20]. */
export interface SequenceGap {
  /** The last number held below it, and the first one above it. */
  readonly after: number
  readonly before: number
}

/**
 * The holes between stretches that are held, oldest first; what lies below the first stretch is only older, and what lies
 * around one that is apart was never missed.
 */
export function findGaps(held: readonly ReceivedRange[]): readonly SequenceGap[] {
  const joined = held.filter(({ isDetached }) => !isDetached)
  return joined.slice(1).flatMap(({ from }, index) => {
    const below = joined[index]
    return below && from > below.to + 1 ? [{ after: below.to, before: from }] : []
  })
}

/** Whether a hole is filled without anybody scrolling into it. */
export const isFilledAutomatically = ({ after, before }: SequenceGap, isLookedAt: boolean): boolean =>
  before - after - 1 <= (isLookedAt ? largestFilledGap : smallGap)

/** Whether this message adds nothing to what is held; a tombstone always may, for it erases. */
export const isHeld = (message: ConfirmedMessage, held: readonly ReceivedRange[]): boolean => {
  const { sequence, body } = message
  return body !== null && sequence !== undefined && findRange(held, sequence) !== undefined
}

/** Facts of messages that came by HTTP, without those that are held already; `isDetached` when they were looked for far back. */
export const receivedEvents = (
  conversationId: ConversationId,
  messages: readonly ConfirmedMessage[],
  held: readonly ReceivedRange[],
  isDetached = false,
): NewEvent[] =>
  messages
    .filter((message) => !isHeld(message, held))
    .map((message) => ({
      stream: conversationId,
      type: 'MessageReceived',
      data: { message, ...(isDetached && { isDetached }) },
      occurredAt: message.sentAt,
      origin: 'http',
    }))

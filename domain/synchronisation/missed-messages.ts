import type { ConversationId, ServerId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { ConfirmedMessage } from '#schemas/log/message.ts'
import type { ListedConversation } from '#schemas/translate/conversation.ts'

/** A conversation with messages above the newest one held here. */
export interface MissedStretch {
  readonly conversationId: ConversationId
  readonly above: ServerId
}

/** Conversations asked for in one call at most [SESS-28]. */
export const stretchesPerCall = 100
/** A wait before a gap is filled: what is missing is often already on its way [LIFE-21], ms. */
export const gapDelay = 600

/** Which conversations have something newer at the server than what is held. */
export const missedStretches = (
  listed: readonly ListedConversation[],
  newestId: (conversation: ConversationId) => ServerId,
): readonly MissedStretch[] =>
  listed
    .map(({ facts, countedThrough, lastMessageId }) => {
      const above = newestId(facts.conversationId)
      return { conversationId: facts.conversationId, above, newest: Math.max(countedThrough, lastMessageId) }
    })
    .filter(({ above, newest }) => newest > above)
    .map(({ conversationId, above }) => ({ conversationId, above }))

export function inChunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size))
}

/** A hole in the sequence numbers held of a conversation [LIFE-20]. */
export interface SequenceGap {
  /** The last number held below it, and the first one above it. */
  readonly after: number
  readonly before: number
}

/** The holes between stretches that are held, oldest first; what lies below the first stretch is only older. */
export const findGaps = (
  held: readonly { readonly from: number; readonly to: number }[],
): readonly SequenceGap[] =>
  held.slice(1).flatMap(({ from }, index) => {
    const below = held[index]
    return below && from > below.to + 1 ? [{ after: below.to, before: from }] : []
  })

/** Whether this message adds nothing to what is held; a tombstone always may, for it erases. */
export const isHeld = (
  message: ConfirmedMessage,
  held: readonly { readonly from: number; readonly to: number }[],
): boolean => {
  const { sequence, body } = message
  return (
    body !== null && sequence !== undefined && held.some(({ from, to }) => from <= sequence && sequence <= to)
  )
}

/** Facts of messages that came by HTTP, without those that are held already. */
export const receivedEvents = (
  conversationId: ConversationId,
  messages: readonly ConfirmedMessage[],
  held: readonly { readonly from: number; readonly to: number }[],
): NewEvent[] =>
  messages
    .filter((message) => !isHeld(message, held))
    .map((message) => ({
      stream: conversationId,
      type: 'MessageReceived',
      data: { message },
      occurredAt: message.sentAt,
      origin: 'http',
    }))

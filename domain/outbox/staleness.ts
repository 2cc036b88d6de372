import type { ConversationId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/wire/message.ts'
import type { UnsentMessage } from './outbox.ts'

/** How often pending messages are looked at [LIFE-09], ms. */
export const stalenessInterval = 600
/** When a pending message without media becomes stale [LIFE-07], and one with media [LIFE-08], ms. */
const staleAfter = 6000
const mediaStaleAfter = 300_000
const mediaTypes: ReadonlySet<MessageType> = new Set(['pic', 'file', 'video', 'audio'])

export const staleTimeOf = (type: MessageType): number =>
  mediaTypes.has(type) ? mediaStaleAfter : staleAfter

/** From when on waiting counts, server ms. */
export interface WaitingSince {
  /** When sending became possible: what was written offline waits for the login, not for a button (DEC-107). */
  readonly possible: number
  /** When a message of the conversation was last answered: a lane that moves makes nobody stale. */
  readonly moved: ReadonlyMap<ConversationId, number>
}

/** Pending messages whose time is over, counted from their submission, but only while nothing moved. */
export const staleMessages = (
  messages: readonly UnsentMessage[],
  since: WaitingSince,
  now: number,
): readonly UnsentMessage[] =>
  messages.filter(({ conversationId, state, submittedAt, type }) => {
    const start = Math.max(submittedAt, since.possible, since.moved.get(conversationId) ?? 0)
    return state === 'pending' && now - start >= staleTimeOf(type)
  })

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

/**
 * Pending messages whose time is over. It is counted from the submission, but not before `since`, when sending became
 * possible: what was written offline waits for the login, not for a button (DEC-107). Server ms.
 */
export const staleMessages = (
  messages: readonly UnsentMessage[],
  since: number,
  now: number,
): readonly UnsentMessage[] =>
  messages.filter(
    ({ state, type, submittedAt }) =>
      state === 'pending' && now - Math.max(submittedAt, since) >= staleTimeOf(type),
  )

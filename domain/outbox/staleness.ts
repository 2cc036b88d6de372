import type { ClientId, ConversationId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'
import { attachmentKindOf } from '../media/attachment-kind.ts'
import type { UnsentMessage } from './outbox.ts'

/** How often pending messages are looked at [LIFE-09], ms. */
export const stalenessInterval = 600
/** When a pending message without media becomes stale [LIFE-07], and one with media [LIFE-08], ms. */
const staleAfter = 6000
const mediaStaleAfter = 300_000
/** And one without media whose ways have both failed already [LIFE-11] (DEC-03), ms. */
const failedStaleAfter = 5000

/** `isUnanswered`: the socket and HTTP have both been tried in vain. */
export function staleTimeOf(type: MessageType, isUnanswered: boolean): number {
  if (attachmentKindOf(type) !== undefined) return mediaStaleAfter
  return isUnanswered ? failedStaleAfter : staleAfter
}

/** From when on waiting counts, server ms. */
export interface WaitingSince {
  /** When sending became possible: what was written offline waits for the login, not for a button (DEC-107). */
  readonly possible: number
  /** When a message of the conversation was last answered: a lane that moves makes nobody stale. */
  readonly moved: ReadonlyMap<ConversationId, number>
}

/** Tries in a row that neither way answered, by message; none of a message that was answered. */
export type UnansweredTries = ReadonlyMap<ClientId, number>

/** The tries once one more is over: an answer ends the row. */
export function triesAfter(
  tries: UnansweredTries,
  clientId: ClientId,
  isUnanswered: boolean,
): UnansweredTries {
  const after = new Map(tries)
  if (isUnanswered) after.set(clientId, (tries.get(clientId) ?? 0) + 1)
  else after.delete(clientId)
  return after
}

/** Pending messages whose time is over, counted from their submission, but only while nothing moved. */
export const staleMessages = (
  messages: readonly UnsentMessage[],
  since: WaitingSince,
  tries: UnansweredTries,
  now: number,
): readonly UnsentMessage[] =>
  messages.filter(({ clientId, conversationId, state, submittedAt, type }) => {
    const start = Math.max(submittedAt, since.possible, since.moved.get(conversationId) ?? 0)
    return state === 'pending' && now - start >= staleTimeOf(type, (tries.get(clientId) ?? 0) > 0)
  })

import type { ConversationId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'
import { attachmentKindOf } from '../media/attachment-kind.ts'
import { type Deliveries, unansweredTries } from './delivery.ts'
import type { UnsentMessage } from './outbox.ts'
import { messagesBehindParts } from './send-queue.ts'

/** The interval of the check for stale messages [LIFE-09], ms. */
export const stalenessInterval = 600
/** The time until a pending message without media [LIFE-07], or with media [LIFE-08], is stale, ms. */
const staleAfter = 6000
const mediaStaleAfter = 300_000
/** The same for a message without media after socket and HTTP have both failed [LIFE-11] (DEC-03), ms. */
const failedStaleAfter = 5000

/** When the wait for a response began, server ms. */
export interface ResponseWait {
  /** When sending became possible: a message written offline waits for the login (DEC-107). */
  readonly possible: number
  /** When a message of the conversation was last answered: none becomes stale while its queue moves. */
  readonly moved: ReadonlyMap<ConversationId, number>
}

/** Returns the pending messages that have waited too long for a response at `now` (server ms). */
export const staleMessages = (
  messages: readonly UnsentMessage[],
  wait: ResponseWait,
  deliveries: Deliveries,
  now: number,
): readonly UnsentMessage[] => {
  const behind = messagesBehindParts(messages)
  return messages.filter(({ clientId, conversationId, state, submittedAt, type }) => {
    if (behind.has(clientId)) return false
    // A time in the future was written while the clock was set ahead. It says nothing about the wait.
    const written = submittedAt <= now ? submittedAt : 0
    const start = Math.max(written, wait.possible, wait.moved.get(conversationId) ?? 0)
    const hasFailed = unansweredTries(deliveries.get(clientId)) > 0
    return state === 'pending' && now - start >= staleTimeOf(type, hasFailed)
  })
}

function staleTimeOf(type: MessageType, hasFailed: boolean): number {
  if (attachmentKindOf(type) !== undefined) return mediaStaleAfter
  return hasFailed ? failedStaleAfter : staleAfter
}

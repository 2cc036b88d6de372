import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { UnsentMessage } from './outbox.ts'

const day = 24 * 3_600_000
/** How long unsent messages stay after a forced sign-out (DEC-115), ms. */
export const preservationTime = 7 * day

/** Whether messages preserved at `keptAt` must be deleted; device times, ms. A clock set back does not prolong it. */
export const isPreservationOver = (keptAt: number, now: number): boolean =>
  Math.abs(now - keptAt) >= preservationTime

/** Returns the event that adds a preserved message to a new log, with its old client id as the idempotency key. */
export function resubmission(message: UnsentMessage, now: number): NewEvent {
  const { clientId, type, body, mentions, attachment, part } = message
  const stream: ConversationId = message.conversationId
  return {
    stream,
    type: 'MessageSubmitted',
    data: {
      clientId,
      type,
      // The file is uploaded again, because the server may have deleted it.
      body: attachment ? '' : body,
      submittedAt: now,
      ...(mentions ? { mentions } : {}),
      ...(attachment ? { attachment } : {}),
      ...(part ? { part } : {}),
    },
    occurredAt: now,
    origin: 'local',
  }
}

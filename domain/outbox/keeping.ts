import type { ConversationId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import type { UnsentMessage } from './outbox.ts'

const day = 24 * 3_600_000
/** How long unsent messages stay after a sign-out that nobody asked for (DEC-115), ms. */
export const keepingTime = 7 * day

/** Whether messages kept at `keptAt` have to go; times are this device's, ms. A clock turned back does not prolong it. */
export const isKeepingOver = (keptAt: number, now: number): boolean => Math.abs(now - keptAt) >= keepingTime

/** An unsent message as a fresh log takes it: under its old client id, so that the server knows a repeat. */
export function submitAgain(message: UnsentMessage, now: number): NewEvent {
  const { clientId, type, body, mentions, attachment, part } = message
  const stream: ConversationId = message.conversationId
  return {
    stream,
    type: 'MessageSubmitted',
    data: {
      clientId,
      type,
      // A file is uploaded anew: what the server had of it may be gone.
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

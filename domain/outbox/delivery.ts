import type { ClientId, ConversationId } from '#schemas/ids.ts'
import { retryDelay } from '../http/call-limits.ts'
import type { DeliveryOutcome } from './delivery-outcome.ts'
import type { UnsentMessage } from './outbox.ts'

/** How far the delivery of one unsent message is. The log does not say this; it is lost with the leader tab. */
export type Delivery =
  | { readonly status: 'uploading' }
  /** The file is at the server. The log may not have folded its address yet. */
  | { readonly status: 'uploaded'; readonly attempt: number }
  | { readonly status: 'sending'; readonly conversationId: ConversationId; readonly unanswered: number }
  /** The server answered up to this attempt. The log may not have folded the response yet. */
  | { readonly status: 'answered'; readonly upTo: number }
  /** This attempt failed or was limited. It is not repeated before `until` (monotonic ms). */
  | {
      readonly status: 'paused'
      readonly attempt: number
      readonly until: number
      readonly unanswered: number
    }

/** Deliveries by message. A message without one has not been tried yet. */
export type Deliveries = ReadonlyMap<ClientId, Delivery>

/** Returns how many tries of a message in a row got no response. */
export function unansweredTries(delivery: Delivery | undefined): number {
  return delivery?.status === 'sending' || delivery?.status === 'paused' ? delivery.unanswered : 0
}

/** The pause after a try: its end, monotonic ms, and how many tries in a row got no response. */
export interface DeliveryPause {
  readonly until: number
  readonly unanswered: number
}

/**
 * Returns the pause after a try that ended at `now` (monotonic ms); undefined if the server has answered. `unanswered`
 * counts the earlier tries in a row without a response.
 */
export function pauseAfter(
  outcome: DeliveryOutcome,
  unanswered: number,
  now: number,
): DeliveryPause | undefined {
  if (outcome.kind === 'limited') return { until: now + outcome.retryAfter, unanswered: 0 }
  if (outcome.kind !== 'unreachable') return undefined
  return { until: now + retryDelay(unanswered + 1), unanswered: unanswered + 1 }
}

/** Returns the delivery of a message whose try was answered with `outcome`. */
export function answeredDelivery({ attempt }: UnsentMessage, outcome: DeliveryOutcome): Delivery {
  if (outcome.kind === 'uploaded') return { status: 'uploaded', attempt }
  // After a rejection only a retry by the user starts another attempt.
  const isRepeatable = outcome.kind === 'rejected' && !outcome.isForGood
  return { status: 'answered', upTo: isRepeatable ? attempt : Number.POSITIVE_INFINITY }
}

/**
 * Whether the log says what the delivery of a message said, so that it can be forgotten. `message` is undefined when it
 * has left the outbox. A message in flight stays, because the server may still take it.
 */
export function isDeliveryLogged(delivery: Delivery, message: UnsentMessage | undefined): boolean {
  if (delivery.status === 'uploading' || delivery.status === 'sending') return false
  if (message === undefined || message.state === 'failed') return true
  return delivery.status === 'uploaded' && message.body !== ''
}

/** Whether the message must wait: this attempt was answered, or its pause is not over at `now` (monotonic ms). */
export function mustWait(
  { attempt }: UnsentMessage,
  delivery: Delivery | undefined,
  now: number,
): 'answered' | 'paused' | undefined {
  if (delivery?.status === 'answered' && attempt <= delivery.upTo) return 'answered'
  if (delivery?.status === 'paused' && attempt <= delivery.attempt && now < delivery.until) return 'paused'
  return undefined
}

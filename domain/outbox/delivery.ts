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
  /** The server answered up to this attempt. The log may not have folded the answer yet. */
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

/** Returns how many tries of a message in a row got no answer. */
export function unansweredTries(delivery: Delivery | undefined): number {
  return delivery?.status === 'sending' || delivery?.status === 'paused' ? delivery.unanswered : 0
}

/** Returns the deliveries after one of them has changed. */
export const withDelivery = (deliveries: Deliveries, clientId: ClientId, delivery: Delivery): Deliveries =>
  new Map([...deliveries, [clientId, delivery]])

/** Returns the delivery of a message whose try has just ended; `now` is monotonic ms. */
export function deliveryAfter(
  { attempt }: UnsentMessage,
  before: Delivery | undefined,
  outcome: DeliveryOutcome,
  now: number,
): Delivery {
  switch (outcome.kind) {
    case 'uploaded':
      return { status: 'uploaded', attempt }
    case 'acknowledged':
      return { status: 'answered', upTo: Number.POSITIVE_INFINITY }
    case 'rejected':
      // Otherwise only a retry by the user starts another attempt.
      return { status: 'answered', upTo: outcome.isForGood ? Number.POSITIVE_INFINITY : attempt }
    case 'limited':
      return { status: 'paused', attempt, until: now + outcome.retryAfter, unanswered: 0 }
    case 'unreachable': {
      const unanswered = unansweredTries(before) + 1
      return { status: 'paused', attempt, until: now + retryDelay(unanswered), unanswered }
    }
  }
}

/** Returns the deliveries without pauses and without counted failures, as after a login. */
export const withoutPauses = (deliveries: Deliveries): Deliveries =>
  new Map(
    [...deliveries]
      .filter(([, { status }]) => status !== 'paused')
      .map(([id, delivery]) => [
        id,
        delivery.status === 'sending' ? { ...delivery, unanswered: 0 } : delivery,
      ]),
  )

/**
 * Returns the deliveries without those of messages that left the outbox; the same map if there are none. A message in
 * flight stays, because the server may still take it.
 */
export function withoutSettled(deliveries: Deliveries, messages: readonly UnsentMessage[]): Deliveries {
  if (deliveries.size === 0) return deliveries
  const unsent = new Set(messages.map(({ clientId }) => clientId))
  const left = [...deliveries].filter(([id, { status }]) => unsent.has(id) || status === 'sending')
  return left.length === deliveries.size ? deliveries : new Map(left)
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

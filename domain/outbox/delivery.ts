import type { ClientId, ConversationId, UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { acknowledgement, type MessageResponse } from '#schemas/translate/message-response.ts'
import type { Rejection } from '../commands/command.ts'
import { retryDelay } from '../http/call-limits.ts'
import type { MessageStep } from '../message/message-transitions.ts'
import { acknowledgedMessage } from '../message/unsent-messages.ts'
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

/** How one try to upload the file of a message, or to send the message, ended. */
export type DeliveryOutcome =
  /** The file is at the server; `body` is the message's new body. */
  | { readonly kind: 'uploaded'; readonly body: string }
  | { readonly kind: 'acknowledged'; readonly response: Extract<MessageResponse, { kind: 'acknowledged' }> }
  /** Neither way gave a response. The try is repeated under the same client id. */
  | { readonly kind: 'unreachable' }
  /** The try may be repeated after `retryAfter` ms. */
  | { readonly kind: 'limited'; readonly retryAfter: number }
  | {
      readonly kind: 'rejected'
      readonly code: number
      /** The server's own words, else empty. */
      readonly text: string
      /** The pending copy is discarded and its text returns to the draft [LIFE-15]; otherwise the message waits for the user's retry. */
      readonly isForGood: boolean
      /** The reason in this client's words, for what the server did not explain. */
      readonly rejection?: Rejection | undefined
    }

/** Reads the server's response to a message; undefined means that there was none. */
export function deliveryOutcomeOf(response: MessageResponse | undefined): DeliveryOutcome {
  if (!response) return { kind: 'unreachable' }
  if (response.kind === 'acknowledged') return { kind: 'acknowledged', response }
  const { code, text, retryAfter } = response
  if (retryAfter !== undefined) return { kind: 'limited', retryAfter }
  return { kind: 'rejected', code, text, isForGood: code === resultCode.messageRejected }
}

/** Returns the step of the message's life that an outcome is, if any [LIFE-06 LIFE-15]. */
export function stepOfOutcome(outcome: DeliveryOutcome): MessageStep | undefined {
  if (outcome.kind === 'acknowledged') return 'confirmed'
  if (outcome.kind !== 'rejected') return undefined
  return outcome.isForGood ? 'discarded' : 'failed'
}

/** Returns the event that records an outcome, if any; `now` is server time, ms [LIFE-02 LIFE-06 LIFE-15]. */
export function eventOfOutcome(
  message: UnsentMessage,
  outcome: DeliveryOutcome,
  now: number,
): NewEvent | undefined {
  const { clientId, conversationId: stream, attempt } = message
  const common = { stream, occurredAt: now, origin: 'local' } as const
  switch (outcome.kind) {
    case 'uploaded':
      return { ...common, type: 'MessageUploaded', data: { clientId, body: outcome.body } }
    case 'acknowledged':
      return acknowledgement(message, outcome.response, 'local')
    case 'rejected': {
      if (outcome.isForGood) return { ...common, type: 'MessageDiscarded', data: { clientId } }
      const { code, text: reason } = outcome
      return { ...common, type: 'MessageFailed', data: { clientId, attempt, code, reason } }
    }
    default:
      return undefined
  }
}

/** Returns the event that restores a discarded message which the server has accepted after all. */
export function restoredMessage(
  message: UnsentMessage,
  response: Extract<MessageResponse, { kind: 'acknowledged' }>,
  self: UserId,
): NewEvent {
  const { kind: _, ...facts } = response
  const confirmed = acknowledgedMessage(message, self, { ...facts, clientId: message.clientId })
  return {
    stream: message.conversationId,
    type: 'MessageReceived',
    data: { message: confirmed },
    occurredAt: response.sentAt,
    origin: 'local',
  }
}

import type { UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { acknowledgement, type MessageResponse } from '#schemas/translate/message-response.ts'
import type { Rejection } from '../commands/command.ts'
import type { MessageStep } from '../message/message-transitions.ts'
import { acknowledgedMessage } from '../message/unsent-messages.ts'
import type { UnsentMessage } from './outbox.ts'

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

import type { UserId } from '#schemas/ids.ts'
import type { NewEvent } from '#schemas/log/envelope.ts'
import { resultCode } from '#schemas/result-codes.ts'
import { type AnswerToMessage, acknowledgement } from '#schemas/translate/answer-to-message.ts'
import { acknowledgedMessage } from '../message/unsent-messages.ts'
import type { UnsentMessage } from './outbox.ts'

/** What became of one try to send. */
export type SendingOutcome =
  | { readonly kind: 'acknowledged'; readonly answer: Extract<AnswerToMessage, { kind: 'taken' }> }
  /** Neither way gave an answer: it stays where it is and is tried again under the same client id. */
  | { readonly kind: 'unreachable' }
  /** Only a limit: it goes on after `retryAfter` ms. */
  | { readonly kind: 'limited'; readonly retryAfter: number }
  /** `isForGood`: the pending copy goes [LIFE-15], otherwise it waits for Retry. */
  | { readonly kind: 'refused'; readonly code: number; readonly text: string; readonly isForGood: boolean }

/** Reads an answer, or that there was none. */
export function outcomeOfAnswer(answer: AnswerToMessage | undefined): SendingOutcome {
  if (!answer) return { kind: 'unreachable' }
  if (answer.kind === 'taken') return { kind: 'acknowledged', answer }
  const { code, text, retryAfter } = answer
  if (retryAfter !== undefined) return { kind: 'limited', retryAfter }
  return { kind: 'refused', code, text, isForGood: code === resultCode.messageRefused }
}

/** The fact that an outcome leaves behind, if any; `now` is server time, ms. [LIFE-06 LIFE-15] */
export function settlementOf(
  message: UnsentMessage,
  outcome: SendingOutcome,
  now: number,
): NewEvent | undefined {
  if (outcome.kind === 'acknowledged') return acknowledgement(message, outcome.answer, 'local')
  if (outcome.kind !== 'refused') return undefined
  const { clientId, conversationId: stream, attempt } = message
  const common = { stream, occurredAt: now, origin: 'local' } as const
  if (outcome.isForGood) return { ...common, type: 'MessageDiscarded', data: { clientId } }
  const { code, text: reason } = outcome
  return { ...common, type: 'MessageFailed', data: { clientId, attempt, code, reason } }
}

/** The fact that a message which was given up on its way was taken all the same: everybody has it now, so its writer has too. */
export function arrivalOf(
  message: UnsentMessage,
  answer: Extract<AnswerToMessage, { kind: 'taken' }>,
  self: UserId,
): NewEvent {
  const { kind: _, ...facts } = answer
  const confirmed = acknowledgedMessage(message, self, { ...facts, clientId: message.clientId })
  return {
    stream: message.conversationId,
    type: 'MessageReceived',
    data: { message: confirmed },
    occurredAt: answer.sentAt,
    origin: 'local',
  }
}

import type { MessageState } from './timeline-message.ts'

/** How a message ends: recalled, deleted, cleared with its conversation or its author, or expired. */
export type FinalMessageStep = 'recalled' | 'deleted' | 'cleared' | 'expired'
/** The states of an own message. Discarded and ended messages are not shown. */
export type MessageStatus = MessageState | 'discarded' | FinalMessageStep
/** The transitions of a message. */
export type MessageStep =
  | 'stalled'
  | 'retried'
  | 'failed'
  | 'confirmed'
  | 'read'
  | 'discarded'
  | FinalMessageStep

const ends = { recalled: 'recalled', deleted: 'deleted', cleared: 'cleared', expired: 'expired' } as const

/**
 * The one table of a message's life. An absent cell means: nothing changes.
 *
 *   pending ──stalled──▶ stale ──retried──▶ pending
 *   pending, stale ──failed──▶ failed ──retried──▶ pending
 *   pending, stale, failed ──discarded──▶ discarded
 *   pending, stale, failed, discarded ──confirmed──▶ sent ──read──▶ read
 *   sent, read ──recalled, deleted, cleared, expired──▶ the same
 *
 * A late acknowledgement wins over stale, failed and discarded: the server has the message [LIFE-06].
 * A final state never changes. A message may expire before this device receives the read receipt [BURN-10].
 */
export const messageTransitions: Readonly<
  Record<MessageStatus, Readonly<Partial<Record<MessageStep, MessageStatus>>>>
> = {
  pending: { stalled: 'stale', failed: 'failed', confirmed: 'sent', discarded: 'discarded' },
  stale: { retried: 'pending', failed: 'failed', confirmed: 'sent', discarded: 'discarded' },
  failed: { retried: 'pending', confirmed: 'sent', discarded: 'discarded' },
  discarded: { confirmed: 'sent' },
  sent: { read: 'read', ...ends },
  read: ends,
  recalled: {},
  deleted: {},
  cleared: {},
  expired: {},
}

/** How far each status is. No transition lowers it. */
export const messageProgress: Readonly<Record<MessageStatus, number>> = {
  pending: 0,
  stale: 0,
  failed: 0,
  discarded: 0,
  sent: 1,
  read: 2,
  recalled: 3,
  deleted: 3,
  cleared: 3,
  expired: 3,
}

/** Returns the status after `step`; the same one if the step does not apply. */
export const nextMessageStatus = (status: MessageStatus, step: MessageStep): MessageStatus =>
  messageTransitions[status][step] ?? status

/** Whether Retry is offered: only where the table allows it (DEC-03) [LIFE-10]. */
export const canRetryMessage = (status: MessageStatus): boolean =>
  messageTransitions[status].retried !== undefined

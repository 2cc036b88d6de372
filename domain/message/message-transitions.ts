import type { MessageState } from './timeline-message.ts'

/** How a message ends: for everyone, on this device alone, with all before it or of its writer, or by its own time. */
export type MessageEnd = 'recalled' | 'deleted' | 'purged' | 'burned'
/** Where a message of one's own can be; a discarded one and one that has ended are drawn nowhere. */
export type MessageStatus = MessageState | 'discarded' | MessageEnd
/** What can happen to it. */
export type MessageStep = 'stalled' | 'retried' | 'failed' | 'confirmed' | 'read' | 'discarded' | MessageEnd

const ends = { recalled: 'recalled', deleted: 'deleted', purged: 'purged', burned: 'burned' } as const

/**
 * The one table of a message's life. An absent cell means: nothing changes.
 *
 *   pending ──stalled──▶ stale ──retried──▶ pending
 *   pending, stale ──failed──▶ failed ──retried──▶ pending
 *   pending, stale, failed ──discarded──▶ discarded
 *   pending, stale, failed, discarded ──confirmed──▶ sent ──read──▶ read
 *   sent, read ──recalled, deleted, purged, burned──▶ the same
 *
 * A late acknowledgement wins over stale, failed and discarded: the server has the message [LIFE-06].
 * What has ended stays so, whatever comes late; it may burn before this device hears that it was read [BURN-10].
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
  purged: {},
  burned: {},
}

/** How far each status is; no step ever lowers it. */
export const messageProgress: Readonly<Record<MessageStatus, number>> = {
  pending: 0,
  stale: 0,
  failed: 0,
  discarded: 0,
  sent: 1,
  read: 2,
  recalled: 3,
  deleted: 3,
  purged: 3,
  burned: 3,
}

/** The status after `step`; the same one when the step does not apply. */
export const nextMessageStatus = (status: MessageStatus, step: MessageStep): MessageStatus =>
  messageTransitions[status][step] ?? status

/** Whether Retry is offered: only where the table lets a retry lead on (DEC-03) [LIFE-10]. */
export const canRetryMessage = (status: MessageStatus): boolean =>
  messageTransitions[status].retried !== undefined

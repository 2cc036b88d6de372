import type { TimelineMessage } from '../message/timeline-message.ts'

/** A picture, video or file as a message of its type carries it, whether it is one or was kept from one. */
export type Medium = Pick<TimelineMessage, 'key' | 'type' | 'body' | 'attachment'> & {
  /** When it was sent or saved, server ms. */
  readonly sentAt: number
}

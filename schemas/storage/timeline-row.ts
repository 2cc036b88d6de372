import * as z from 'zod/mini'
import { serverIdSchema } from '../log/id-schemas.ts'
import { type ConfirmedMessage, confirmedMessage } from '../log/message.ts'
import { unsentRow } from './conversation-row.ts'

/** One page: the messages of a range of sequence numbers. */
export type TimelinePage = readonly ConfirmedMessage[]

/** The messages of a conversation outside the pages, and its deletions. */
export const timelineUnpaged = z.object({
  loose: z.array(confirmedMessage),
  unsent: z.array(unsentRow),
  deleted: z.array(serverIdSchema),
  clearedThrough: z.optional(serverIdSchema),
})
export type TimelineUnpaged = z.infer<typeof timelineUnpaged>

/**
 * Reads a stored page; undefined if it is not a list of messages. Callers have compared the model's version, so the
 * page was written from validated messages of this shape. A second validation of each field would cost more than the
 * rest of opening a conversation.
 */
export const readTimelinePage = (value: unknown): TimelinePage | undefined =>
  Array.isArray(value) && value.every(isStoredMessage) ? value : undefined

const isStoredMessage = (value: unknown): value is ConfirmedMessage =>
  typeof value === 'object' && value !== null && 'serverId' in value && 'sentAt' in value

/** Reads the row outside the pages; undefined if it is invalid. */
export const readTimelineUnpaged = (value: unknown): TimelineUnpaged | undefined =>
  z.safeParse(timelineUnpaged, value).data

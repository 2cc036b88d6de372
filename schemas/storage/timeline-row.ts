import * as z from 'zod/mini'
import { serverIdSchema } from '../log/id-schemas.ts'
import { type ConfirmedMessage, confirmedMessage } from '../log/message.ts'
import { unsentRow } from './conversation-row.ts'

/** One page: the messages whose sequence numbers it covers. */
export type TimelinePage = readonly ConfirmedMessage[]

/** What a conversation has beside its pages. */
export const timelineBeside = z.object({
  loose: z.array(confirmedMessage),
  unsent: z.array(unsentRow),
  deleted: z.array(serverIdSchema),
  clearedThrough: z.optional(serverIdSchema),
})
export type TimelineBeside = z.infer<typeof timelineBeside>

/**
 * Reads a stored page; undefined when it is no list of messages. Callers have compared the model's version, so that the page
 * was written from validated messages of this shape: they are not validated field by field again, which would cost more
 * than the rest of opening a conversation.
 */
export const readTimelinePage = (value: unknown): TimelinePage | undefined =>
  Array.isArray(value) && value.every(isStoredMessage) ? value : undefined

const isStoredMessage = (value: unknown): value is ConfirmedMessage =>
  typeof value === 'object' && value !== null && 'serverId' in value && 'sentAt' in value

/** Reads the row beside the pages; undefined when it does not fit. */
export const readTimelineBeside = (value: unknown): TimelineBeside | undefined =>
  z.safeParse(timelineBeside, value).data

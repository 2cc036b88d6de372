import * as z from 'zod/mini'
import { confirmedMessage, serverIdSchema } from '../log/message.ts'
import { unsentRow } from './conversation-row.ts'
import { isUsualMessage } from './usual-message.ts'

/** One page: the messages whose sequence numbers it covers. */
export const timelinePage = z.array(confirmedMessage)
export type TimelinePage = z.infer<typeof timelinePage>

/** What a conversation has beside its pages. */
export const timelineBeside = z.object({
  loose: z.array(confirmedMessage),
  unsent: z.array(unsentRow),
  deleted: z.array(serverIdSchema),
  clearedThrough: z.optional(serverIdSchema),
})
export type TimelineBeside = z.infer<typeof timelineBeside>

/** Readers of stored rows; undefined when a row does not fit. */
export const readTimelinePage = (value: unknown): TimelinePage | undefined =>
  Array.isArray(value) && value.every(isUsualMessage) ? value : z.safeParse(timelinePage, value).data
export const readTimelineBeside = (value: unknown): TimelineBeside | undefined =>
  z.safeParse(timelineBeside, value).data

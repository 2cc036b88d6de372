import * as z from 'zod/mini'
import { serverIdSchema } from '../log/id-schemas.ts'
import { confirmedMessage } from '../log/message.ts'
import { createParser } from '../unchanged.ts'
import { unsentRow } from './conversation-row.ts'

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

const parsePage = createParser(timelinePage)
const parseBeside = createParser(timelineBeside)

/** Readers of stored rows; undefined when a row does not fit. */
export const readTimelinePage = (value: unknown): TimelinePage | undefined => parsePage(value).data
export const readTimelineBeside = (value: unknown): TimelineBeside | undefined => parseBeside(value).data

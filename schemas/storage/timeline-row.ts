import * as z from 'zod/mini'
import { clientIdSchema, serverIdSchema } from '../log/id-schemas.ts'
import { type ConfirmedMessage, confirmedMessage, messageEdit, messageReactions } from '../log/message.ts'
import { unsentRow } from './conversation-row.ts'

/** One page: the messages of a range of sequence numbers. */
export type TimelinePage = readonly ConfirmedMessage[]

/** The messages of a conversation outside the pages, and its deletions. */
export const timelineUnpaged = z.object({
  loose: z.array(confirmedMessage),
  unsent: z.array(unsentRow),
  deleted: z.array(serverIdSchema),
  clearedThrough: z.optional(serverIdSchema),
  earlyReactions: z.optional(z.array(z.tuple([serverIdSchema, messageReactions]))),
  edits: z.optional(z.array(z.tuple([serverIdSchema, messageEdit]))),
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

/** A segment with text of a conversation, and the messages of that text. */
const textEntry = z.object({
  segment: z.number(),
  /** The lowest and the highest server id of those messages; `from` is higher than `to` if there are none. */
  from: z.number(),
  to: z.number(),
  /** Client ids of messages that were submitted or confirmed in the segment. */
  clientIds: z.optional(z.array(clientIdSchema)),
  /** Whether the segment saves a draft of the conversation, even an empty one. */
  hasDraft: z.optional(z.literal(true)),
})
export type TextEntry = z.infer<typeof textEntry>

/** Reads a stored row; undefined if it is invalid. */
export const readTextRow = (value: unknown): readonly TextEntry[] | undefined =>
  z.safeParse(z.array(textEntry), value).data

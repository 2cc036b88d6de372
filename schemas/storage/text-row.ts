import * as z from 'zod/mini'
import { clientIdSchema } from '../log/id-schemas.ts'

/** A segment with text of a conversation, and the messages of that text. */
export const textEntry = z.object({
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

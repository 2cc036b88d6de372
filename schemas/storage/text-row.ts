import * as z from 'zod/mini'
import { clientIdSchema } from '../log/id-schemas.ts'

/** One segment that holds text of a conversation, and the messages whose text it holds. */
export const textEntry = z.object({
  segment: z.number(),
  /** The lowest and the highest server id of those messages; `from` is higher than `to` when there are none. */
  from: z.number(),
  to: z.number(),
  /** Client ids of messages that were submitted or confirmed in the segment. */
  clientIds: z.optional(z.array(clientIdSchema)),
})
export type TextEntry = z.infer<typeof textEntry>

/** Reads a stored row; undefined when it does not fit. */
export const readTextRow = (value: unknown): readonly TextEntry[] | undefined =>
  z.safeParse(z.array(textEntry), value).data

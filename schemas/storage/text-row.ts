import * as z from 'zod/mini'
import { clientIdSchema } from '../log/id-schemas.ts'

/** Where the log holds text of a conversation: one segment, and of which messages. */
export const textEntry = z.object({
  segment: z.number(),
  /** The lowest and the highest server id of messages that are told of there; `from` is higher when none is. */
  from: z.number(),
  to: z.number(),
  /** Client ids of messages that were submitted or confirmed there. */
  clientIds: z.optional(z.array(clientIdSchema)),
})
export type TextEntry = z.infer<typeof textEntry>

/** Reads a stored row; undefined when it does not fit. */
export const readTextRow = (value: unknown): readonly TextEntry[] | undefined =>
  z.safeParse(z.array(textEntry), value).data

import * as z from 'zod/mini'
import { userIdSchema } from '../log/id-schemas.ts'

/** What tabs tell each other of unsaved events, before the events are looked at. */
export const logUnsavedShape = z.object({
  kind: z.literal('log.unsaved'),
  account: userIdSchema,
  events: z.array(z.unknown()),
})

export const isLogUnsaved = (message: unknown): boolean => z.safeParse(logUnsavedShape, message).success

import * as z from 'zod/mini'
import { userIdSchema } from '../log/id-schemas.ts'

/** Told to the other tabs after an append: the log of `account` now reaches `segment`. */
export const logAdvanced = z.object({
  kind: z.literal('log.advanced'),
  account: userIdSchema,
  segment: z.number(),
})
export type LogAdvanced = z.infer<typeof logAdvanced>

/** Reads a message between tabs; undefined when it is something else. */
export const readLogAdvanced = (message: unknown): LogAdvanced | undefined =>
  z.safeParse(logAdvanced, message).data

/** What tabs tell each other of unsaved events, before the events are looked at. */
export const logUnsavedShape = z.object({
  kind: z.literal('log.unsaved'),
  account: userIdSchema,
  events: z.array(z.unknown()),
})

export const isLogUnsaved = (message: unknown): boolean => z.safeParse(logUnsavedShape, message).success

import * as z from 'zod/mini'
import { userIdSchema } from '../log/id-schemas.ts'

/**
 * Sent to other tabs after an append: `segment` is now the last one in the log of `account`. `stored` has the ids of
 * events that a tab shared because it could not store them, and that are stored now.
 */
export const logAdvanced = z.object({
  kind: z.literal('log.advanced'),
  account: userIdSchema,
  segment: z.number(),
  stored: z.optional(z.array(z.string())),
})
export type LogAdvanced = z.infer<typeof logAdvanced>

/** Reads a message between tabs; undefined for any other message. */
export const readLogAdvanced = (message: unknown): LogAdvanced | undefined =>
  z.safeParse(logAdvanced, message).data

/** Messages between tabs about unsaved events, before the events are validated. */
export const logUnsavedShape = z.object({
  kind: z.literal('log.unsaved'),
  account: userIdSchema,
  events: z.array(z.unknown()),
})

export const isLogUnsaved = (message: unknown): boolean => z.safeParse(logUnsavedShape, message).success

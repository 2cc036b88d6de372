import * as z from 'zod/mini'
import { userIdSchema } from '../log/id-schemas.ts'

/** An account this device can use, with its credentials [AUTH-43]. */
export const storedAccount = z.object({
  userId: userIdSchema,
  nickname: z.string(),
  avatarUrl: z.string(),
  /** Short-lived access token. */
  token: z.string(),
  /** Absent if the server sent none. Code 2 then signs out [AUTH-35]. */
  refreshToken: z.optional(z.string()),
  traceRate: z.number(),
  /** The versions of the extensions that the server had last, by name (docs/extensions.md). */
  extensions: z.optional(z.record(z.string(), z.number())),
  /** Text key of the reason for a forced sign-out [AUTH-42]. */
  error: z.optional(z.string()),
  /** Signed out by force, but not kicked out: its outbox is preserved (DEC-115). */
  mayPreserveOutbox: z.optional(z.boolean()),
})
export type StoredAccount = z.infer<typeof storedAccount>

/** Reads a stored account; undefined if it is invalid. */
export const readStoredAccount = (value: unknown): StoredAccount | undefined =>
  z.safeParse(storedAccount, value).data

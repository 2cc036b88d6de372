import * as z from 'zod/mini'
import { userIdSchema } from '../log/id-schemas.ts'

/** An account this device can use, with its credentials [AUTH-43]. */
export const storedAccount = z.object({
  userId: userIdSchema,
  nickname: z.string(),
  avatarUrl: z.string(),
  /** Short-lived access token. */
  token: z.string(),
  /** Absent when the server gave none; then code 2 signs out [AUTH-35]. */
  refreshToken: z.optional(z.string()),
  traceRate: z.number(),
  /** Text key of the reason this account was signed out by force [AUTH-42]. */
  error: z.optional(z.string()),
  /** Signed out by force, but not kicked out: its unsent messages stay for a while (DEC-115). */
  mayPreserveOutbox: z.optional(z.boolean()),
})
export type StoredAccount = z.infer<typeof storedAccount>

/** Reads a stored account; undefined when it does not fit. */
export const readStoredAccount = (value: unknown): StoredAccount | undefined =>
  z.safeParse(storedAccount, value).data

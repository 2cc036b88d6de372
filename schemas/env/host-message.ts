import * as z from 'zod/mini'
import type { UserId } from '../ids.ts'
import { userIdSchema } from '../log/id-schemas.ts'

// The messages between this page and the app that embeds it (DEC-38). They are public: hosts rely on the names.

const session = z.object({
  type: z.literal('chat.session'),
  userId: userIdSchema,
  token: z.string().check(z.minLength(1)),
  /** Without it the host hands in a new session when the token expires. */
  refreshToken: z.optional(z.string()),
})
/** A session that the host hands in. */
export type HandedSession = Omit<z.infer<typeof session>, 'type'>

const fromHost = z.discriminatedUnion('type', [
  session,
  /** Opens a path of this site, such as `/contact`. */
  z.object({ type: z.literal('chat.open'), path: z.string() }),
  /** The host's back key. */
  z.object({ type: z.literal('chat.back') }),
])
export type MessageFromHost = z.infer<typeof fromHost>

/** Reads a message of the host; undefined for any other data. */
export const readMessageFromHost = (data: unknown): MessageFromHost | undefined =>
  z.safeParse(fromHost, data).data

export type MessageToHost =
  /** The account of the page, at the start and after each change. Without one the host may hand in a session. */
  | { readonly type: 'chat.account'; readonly userId: UserId | undefined }
  /** The server or the user did not accept the session. */
  | { readonly type: 'chat.session-rejected'; readonly userId: UserId }
  /** The page has nothing to go back to, so that the host may close it. */
  | { readonly type: 'chat.back-unhandled' }
  /** A one-to-one conversation cannot be shown any more [SESS-50]. */
  | { readonly type: 'chat.leave-session'; readonly sessionId: number }

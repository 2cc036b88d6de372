/** Response codes. 0, 1, 2, 3, 11, 20 and 21 are the specification's. The others are ours and never mean success. */
export const resultCode = {
  ok: 0,
  /** Unavailable or recoverable, depending on the call [SESS-48]. */
  unavailable: 1,
  /** The token is missing, expired or revoked [HTTP-09]. */
  notAuthenticated: 2,
  /** The message can never be accepted; the sender drops its pending copy [LIFE-15]. */
  messageRejected: 3,
  /** The request violates its schema or rules; Data names the field and the key. */
  invalid: 4,
  /** Rate limit exceeded; Data.RetryAfter is the pause in ms. */
  limited: 5,
  /** The caller may not do this. */
  forbidden: 6,
  /** The object does not exist, or the caller may not know of it. */
  notFound: 7,
  /** The body or the file is larger than allowed. */
  tooLarge: 8,
  /** An internal error; the text reveals no details. */
  failed: 9,
  /** The caller is no longer in the conversation [SESS-51]. */
  notMember: 11,
  /** Search found nothing. */
  noResult: 20,
  /** The conversation no longer exists [SESS-51]. */
  conversationGone: 21,
} as const
export type ResultCode = (typeof resultCode)[keyof typeof resultCode]

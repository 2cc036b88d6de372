/** Codes of an answer. 0, 1, 2, 3, 11, 20 and 21 are the specification's; the others are ours and never mean success. */
export const resultCode = {
  ok: 0,
  /** Unavailable or recoverable, as the call says [SESS-48]. */
  unavailable: 1,
  /** The token is missing, expired or revoked [HTTP-09]. */
  notAuthenticated: 2,
  /** The message can never be accepted; the sender drops its pending copy [LIFE-15]. */
  messageRefused: 3,
  /** The request does not fit its schema or its rules; Data names the field and the key. */
  invalid: 4,
  /** Too many of these in too short a time; Data.RetryAfter says when to come back. */
  limited: 5,
  /** The caller may not do this. */
  forbidden: 6,
  /** There is no such thing, or the caller may not know of it. */
  notFound: 7,
  /** The body or the file is larger than allowed. */
  tooLarge: 8,
  /** Something broke on the server; the text never says what. */
  failed: 9,
  /** No longer part of the conversation [SESS-51]. */
  notMember: 11,
  /** Search found nothing. */
  noResult: 20,
  /** The conversation is gone [SESS-51]. */
  conversationGone: 21,
} as const
export type ResultCode = (typeof resultCode)[keyof typeof resultCode]

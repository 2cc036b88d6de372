/** The send-code button's countdown [AUTH-30], and the least time between two requests [AUTH-31] (DEC-70), ms. */
export const codeCountdown = 60_000
export const codeThrottle = 30_000

/** When a code may be asked for again, given how the last request went; times are monotonic ms. */
export function nextCodeAt(request: {
  readonly requestedAt: number
  readonly isSent: boolean
  /** How long the server said to wait, ms. */
  readonly retryAfter: number | undefined
}): number {
  const wait = request.isSent ? codeCountdown : codeThrottle
  return request.requestedAt + Math.max(wait, request.retryAfter ?? 0)
}

/** Whole seconds until `at`, 0 when it has come. */
export const secondsUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1000))

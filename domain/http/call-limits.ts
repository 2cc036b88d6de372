/** Waits before the retries of a call, ms; the last one applies to all further retries [HTTP-16]. */
export const retryDelays = [1000, 1000, 2000, 3000, 5000, 8000, 10_000] as const

/** The number of retries of each kind of call after a network failure or a time-out [HTTP-15] (DEC-125). */
export const retryLimit = { query: 5, repeatable: 3, once: 0 } as const

/** The number of retries of an avatar upload after a network failure or a time-out [ME-15]. */
export const avatarRetryLimit = 5

/** Returns the wait after so many failures, counted from 1: each of `delays` once, then the last one repeatedly, ms. */
export const backoffDelay = (delays: readonly number[], failures: number): number =>
  delays[Math.min(Math.max(failures, 1), delays.length) - 1] ?? 0

/** Returns the wait before retry `attempt` of a call, counted from 1, ms. */
export const retryDelay = (attempt: number): number => backoffDelay(retryDelays, attempt)

/** The time limits of a call [HTTP-06] and an upload [HTTP-07], ms. */
export const callTimeLimit = 15_000
export const uploadTimeLimit = 300_000
/** The time limit of a request to forward, whose response waits for all messages [FWD-10]. */
export const forwardTimeLimit = 60_000

/** A query without a response for this long, ms, is hedged by another request, up to this many in total (DEC-172). */
export const hedging = { delay: 4000, mostRequests: 3 } as const

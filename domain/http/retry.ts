/** Waits before the repetitions of a call, ms; the last one stands for all that follow [HTTP-16]. */
const retryDelays = [1000, 1000, 2000, 3000, 5000, 8000, 10_000] as const

/** How often a call of each kind is repeated after a network failure or a time-out [HTTP-15] (DEC-125). */
export const retryLimit = { query: 5, repeatable: 3, once: 0 } as const
export type CallKind = keyof typeof retryLimit

/** The wait before repetition `attempt`, counted from 1, in ms. */
export const retryDelay = (attempt: number): number =>
  retryDelays[Math.min(Math.max(attempt, 1), retryDelays.length) - 1] ?? 10_000

/** A call's time limit [HTTP-06]; an upload's [HTTP-07]. In ms. */
export const callTimeLimit = 15_000
export const uploadTimeLimit = 300_000
/** A forward's, which waits for all that it sends [FWD-10]. */
export const forwardTimeLimit = 60_000

/** A query of which nothing has come back for so long, ms, is sent again beside the first, so many times in all (DEC-172). */
export const hedging = { delay: 4000, mostRequests: 3 } as const

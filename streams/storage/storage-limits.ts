/**
 * How long work on the storage may take, ms. Each limit stands at an operation of its own (DEC-100):
 *
 * - opening: the newest messages of a conversation that is opened [STORE-03]
 * - hydrating: what a start shows [STORE-04]
 * - trimming: looking for messages that are too old [STORE-05]
 * - job: any one transaction [STORE-08]
 */
export const storageLimits = {
  opening: 3000,
  hydrating: 6000,
  trimming: 10_000,
  job: 15_000,
} as const

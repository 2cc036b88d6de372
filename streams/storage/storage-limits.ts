/**
 * Time limits of storage operations, ms (DEC-100):
 *
 * - opening: reading the newest messages of a conversation [STORE-03]
 * - hydrating: reading what a start shows [STORE-04]
 * - trimming: finding messages past their retention [STORE-05]
 * - job: any one transaction [STORE-08]
 */
export const storageLimits = {
  opening: 3000,
  hydrating: 6000,
  trimming: 10_000,
  job: 15_000,
} as const

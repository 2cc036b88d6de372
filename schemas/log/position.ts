import * as z from 'zod/mini'

/**
 * Where a segment stands in the log. A stored segment has a number in the account's database. A segment that the storage
 * has not taken yet has a number in the memory of its page; it stands behind every stored one until it is stored itself.
 */
export type SegmentPlace =
  | { readonly segment: number; readonly inMemory?: undefined }
  | { readonly inMemory: number; readonly segment?: undefined }

/** Where an event stands: its segment (one flush, one stored row) and its index inside. */
export type Position = SegmentPlace & { readonly index: number }

/** The position of an event that is stored. */
export const storedPosition = z.object({ segment: z.number(), index: z.number() })
export type StoredPosition = z.infer<typeof storedPosition>

export const position = z.union([storedPosition, z.object({ inMemory: z.number(), index: z.number() })])

/** Total order of positions; those in memory come last. */
export function comparePositions(left: Position, right: Position): number {
  if (left.segment !== undefined && right.segment !== undefined)
    return left.segment - right.segment || left.index - right.index
  if (left.inMemory !== undefined && right.inMemory !== undefined)
    return left.inMemory - right.inMemory || left.index - right.index
  return left.segment === undefined ? 1 : -1
}

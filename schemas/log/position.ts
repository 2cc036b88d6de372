import * as z from 'zod/mini'

/**
 * The position of a segment in the log. A stored segment has a number in the account's database. An in-memory segment
 * has a number in the memory of its page; it comes after all stored segments until it is stored.
 */
export type SegmentPlace =
  | { readonly segment: number; readonly inMemory?: undefined }
  | { readonly inMemory: number; readonly segment?: undefined }

/** The position of an event: its segment (one flush, one stored row) and its index in the segment. */
export type Position = SegmentPlace & { readonly index: number }

/** The position of a stored event. */
export const storedPosition = z.object({ segment: z.number(), index: z.number() })
export type StoredPosition = z.infer<typeof storedPosition>

export const position = z.union([storedPosition, z.object({ inMemory: z.number(), index: z.number() })])

/** Total order of positions. In-memory positions come last. */
export function comparePositions(left: Position, right: Position): number {
  if (left.segment !== undefined && right.segment !== undefined)
    return left.segment - right.segment || left.index - right.index
  if (left.inMemory !== undefined && right.inMemory !== undefined)
    return left.inMemory - right.inMemory || left.index - right.index
  return left.segment === undefined ? 1 : -1
}

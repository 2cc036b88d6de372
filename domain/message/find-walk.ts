import type { ServerId } from '#schemas/ids.ts'

/** Where somebody is among the hits of a search, counted from the newest one. */
export interface WalkPlace {
  /** 1 at the newest hit; undefined at a message that is none, or none any more. */
  readonly number: number | undefined
  readonly count: number
  /** The next hits to either side, beyond the last one from the other end on; undefined where there are none at all. */
  readonly older: ServerId | undefined
  readonly newer: ServerId | undefined
}

/** Takes the hits of a search, the newest first, and the message that is looked at. */
export function placeAmong(hits: readonly ServerId[], at: ServerId): WalkPlace {
  const index = hits.indexOf(at)
  return {
    number: index === -1 ? undefined : index + 1,
    count: hits.length,
    older: hits.find((id) => id < at) ?? hits[0],
    newer: hits.findLast((id) => id > at) ?? hits.at(-1),
  }
}

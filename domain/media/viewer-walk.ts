/** What the viewer should do about the message it is to show. */
export type ViewerPlace =
  | { readonly kind: 'shown'; readonly index: number }
  /** It may be among older messages, which are to be loaded. */
  | { readonly kind: 'seeking' }
  /** Burned, deleted or recalled: this one stands next to where it was. */
  | { readonly kind: 'moved'; readonly id: number }
  /** Nobody knows it: back to the chat [MEDIA-06]. */
  | { readonly kind: 'unknown' }

export interface ViewerSituation {
  /** Ids of the media in their order, and in the order last shown. */
  readonly ids: readonly number[]
  readonly idsBefore: readonly number[]
  readonly wanted: number
  /** The oldest message of any kind that is at hand. */
  readonly oldest: number | undefined
  /** Whether it is still looked for. */
  readonly isSeeking: boolean
}

/** Where the viewer stands: ids rise with time, so that a message older than the oldest one at hand may still come. */
export function placeInViewer({ ids, idsBefore, wanted, oldest, isSeeking }: ViewerSituation): ViewerPlace {
  const index = ids.indexOf(wanted)
  if (index >= 0) return { kind: 'shown', index }
  if (idsBefore.includes(wanted)) {
    const neighbour = neighbourOf(idsBefore, wanted, ids)
    return neighbour === undefined ? { kind: 'unknown' } : { kind: 'moved', id: neighbour }
  }
  const mayBeOlder = isSeeking && (oldest === undefined || wanted < oldest)
  return { kind: mayBeOlder ? 'seeking' : 'unknown' }
}

/** What remains nearest to one that is gone: what came after it first, then what came before. */
export function neighbourOf(
  before: readonly number[],
  gone: number,
  remaining: readonly number[],
): number | undefined {
  const index = before.indexOf(gone)
  const candidates = [...before.slice(index + 1), ...before.slice(0, Math.max(index, 0)).reverse()]
  return candidates.find((id) => remaining.includes(id))
}

/** Whether a slide is drawn: the one looked at and its neighbours, which are loaded ahead. */
export const isDrawnSlide = (index: number, current: number): boolean => Math.abs(index - current) <= 1

/** Older messages are loaded once the viewer is this near to the oldest medium at hand. */
export const isNearOldest = (index: number): boolean => index <= 1

/** Newer ones likewise, where the viewer walks on an island. */
export const isNearNewest = (index: number, count: number): boolean => index >= 0 && index >= count - 2

export interface LookingBack {
  /** Whether more media are wanted now. */
  readonly isWanted: boolean
  readonly canLoad: boolean
  /** Pages in a row that brought nothing that is shown. */
  readonly emptyPages: number
  readonly limit: number
}

/** A conversation of many words and few pictures is not read through by itself: after so many pages it waits to be asked. */
export const emptyPagesLimit = 4
/** Pages read in search of one message. */
export const seekingPagesLimit = 100

export const loadsFurther = ({ isWanted, canLoad, emptyPages, limit }: LookingBack): boolean =>
  isWanted && canLoad && emptyPages < limit

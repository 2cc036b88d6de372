/** What the viewer does about the requested message. */
export type ViewerPosition =
  | { readonly kind: 'shown'; readonly index: number }
  /** It may be among older messages, which must be loaded. */
  | { readonly kind: 'seeking' }
  /** Expired, deleted or recalled: this one is its nearest neighbour. */
  | { readonly kind: 'moved'; readonly id: number }
  /** Unknown: the viewer returns to the chat [MEDIA-06]. */
  | { readonly kind: 'unknown' }

export interface ViewerContext {
  /** Ids of the media in order, and in the order last shown. */
  readonly ids: readonly number[]
  readonly idsBefore: readonly number[]
  readonly wanted: number
  /** The oldest loaded message of any type. */
  readonly oldest: number | undefined
  /** Whether the search still runs. */
  readonly isSeeking: boolean
}

/**
 * Returns the viewer's position. Ids rise with time, so a message older than the oldest loaded one may still be loaded.
 */
export function findViewerPosition({
  ids,
  idsBefore,
  wanted,
  oldest,
  isSeeking,
}: ViewerContext): ViewerPosition {
  const index = ids.indexOf(wanted)
  if (index >= 0) return { kind: 'shown', index }
  if (idsBefore.includes(wanted)) {
    const neighbour = neighbourOf(idsBefore, wanted, ids)
    return neighbour === undefined ? { kind: 'unknown' } : { kind: 'moved', id: neighbour }
  }
  const mayBeOlder = isSeeking && (oldest === undefined || wanted < oldest)
  return { kind: mayBeOlder ? 'seeking' : 'unknown' }
}

/** Returns the nearest remaining neighbour of a missing item: later ones first, then earlier ones. */
export function neighbourOf(
  before: readonly number[],
  gone: number,
  remaining: readonly number[],
): number | undefined {
  const index = before.indexOf(gone)
  const candidates = [...before.slice(index + 1), ...before.slice(0, Math.max(index, 0)).reverse()]
  return candidates.find((id) => remaining.includes(id))
}

/** Whether a slide is rendered: the current one and its neighbours, which are preloaded. */
export const isRenderedSlide = (index: number, current: number): boolean => Math.abs(index - current) <= 1

/** Older messages are loaded when the viewer is this close to the oldest loaded media item. */
export const isNearOldest = (index: number): boolean => index <= 1

/** The same for newer messages, in a detached window. */
export const isNearNewest = (index: number, count: number): boolean => index >= 0 && index >= count - 2

export interface AutoloadState {
  /** Whether to load more media now. */
  readonly isWanted: boolean
  readonly canLoad: boolean
  /** The number of consecutive pages without anything to show. */
  readonly emptyPages: number
  readonly limit: number
}

/** After this many pages without media the automatic loading stops until the person asks for more. */
export const emptyPagesLimit = 4
/** The maximum number of pages loaded in search of one message. */
export const seekingPagesLimit = 100

export const shouldAutoload = ({ isWanted, canLoad, emptyPages, limit }: AutoloadState): boolean =>
  isWanted && canLoad && emptyPages < limit

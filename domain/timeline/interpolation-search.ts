/** A message as the search sees it: its position and its value. */
export interface SearchSample {
  /** Its server id, or its sequence number if the storage is searched. */
  readonly place: number
  readonly sequence: number
  /** Its time, or its server id; rises with the position. */
  readonly value: number
}

/**
 * The state of a search for the first message whose value is not below the target, where each request returns the
 * messages after a position. `low` lies before that message; `high` is it or lies after it.
 */
export interface Search {
  readonly wanted: number
  readonly low: SearchSample
  readonly high: SearchSample
  /** All messages after this position are at or above the target, so a request there would return nothing new. */
  readonly ceiling: number
  readonly steps: number
}

export const startSearch = (wanted: number, low: SearchSample, high: SearchSample): Search => ({
  wanted,
  low,
  high,
  ceiling: high.place,
  steps: 0,
})

/** The number of messages in one response. */
const pageLength = 50

/**
 * Returns the position to request next, or undefined if `high` is the result. Assumes evenly rising values, which needs
 * one or two requests if they do. Every second step bisects, so there are never more than about 2·log₂ n requests.
 */
export function nextProbePosition({ wanted, low, high, ceiling, steps }: Search): number | undefined {
  if (low.place >= ceiling || low.sequence + 1 >= high.sequence) return undefined
  const isOnePage = high.sequence - low.sequence <= pageLength
  if (isOnePage || !Number.isFinite(low.value)) return low.place
  const span = high.place - low.place
  const share = (wanted - low.value) / (high.value - low.value)
  // The target should be in the middle of the response.
  const half = (span / (high.sequence - low.sequence)) * (pageLength / 2)
  const place = steps % 2 === 0 ? low.place + span * share - half : (low.place + ceiling) / 2
  return Math.min(Math.max(Math.floor(place), low.place), ceiling - 1)
}

/** Returns the search after the response with the messages after `place`, ascending. */
export function narrowSearch(search: Search, place: number, page: readonly SearchSample[]): Search {
  const steps = search.steps + 1
  const index = page.findIndex(({ value }) => value >= search.wanted)
  const hit = page[index]
  const before = index < 0 ? page.at(-1) : page[index - 1]
  // No response means that there is nothing between the position and the end.
  const high = hit !== undefined && hit.place < search.high.place ? hit : search.high
  if (before === undefined) return { ...search, high, ceiling: place, steps }
  return { ...search, low: before, high, steps }
}

/** Searches with as many requests as needed. Resolves with undefined if a request fails. */
export async function findFirst(
  search: Search,
  ask: (place: number) => Promise<readonly SearchSample[] | undefined>,
): Promise<SearchSample | undefined> {
  let known = search
  for (let place = nextProbePosition(known); place !== undefined; place = nextProbePosition(known)) {
    const page = await ask(place)
    if (page === undefined) return undefined
    known = narrowSearch(known, place, page)
  }
  return known.high
}

/** A message as it is searched for: where it can be asked for, and what it is searched by. */
export interface Landmark {
  /** Its server id, or where storage is asked its sequence number. */
  readonly place: number
  readonly sequence: number
  /** Its time, or its server id; rises with the place. */
  readonly value: number
}

/**
 * A search for the first message whose value is not below the wanted one, where only the messages after a place can be
 * asked for. `low` is known to lie before it, `high` is it or lies after it.
 */
export interface Search {
  readonly wanted: number
  readonly low: Landmark
  readonly high: Landmark
  /** All after this place lies at or after what is searched for: nothing new can be learnt there. */
  readonly ceiling: number
  readonly steps: number
}

export const startSearch = (wanted: number, low: Landmark, high: Landmark): Search => ({
  wanted,
  low,
  high,
  ceiling: high.place,
  steps: 0,
})

/** Messages that one answer holds. */
const pageLength = 50

/**
 * After which place to ask next; undefined when `high` is found. Values are taken to rise evenly, which hits after a step
 * or two where they do; each second step halves what is left, so that there are never more than twice its logarithm.
 */
export function nextPlace({ wanted, low, high, ceiling, steps }: Search): number | undefined {
  if (low.place >= ceiling || low.sequence + 1 >= high.sequence) return undefined
  const isOnePage = high.sequence - low.sequence <= pageLength
  if (isOnePage || !Number.isFinite(low.value)) return low.place
  const span = high.place - low.place
  const share = (wanted - low.value) / (high.value - low.value)
  // What is searched for should stand in the middle of the answer.
  const half = (span / (high.sequence - low.sequence)) * (pageLength / 2)
  const place = steps % 2 === 0 ? low.place + span * share - half : (low.place + ceiling) / 2
  return Math.min(Math.max(Math.floor(place), low.place), ceiling - 1)
}

/** What is known with the answer to the question for the messages after `place`, ascending. */
export function learn(search: Search, place: number, page: readonly Landmark[]): Search {
  const steps = search.steps + 1
  const index = page.findIndex(({ value }) => value >= search.wanted)
  const hit = page[index]
  const before = index < 0 ? page.at(-1) : page[index - 1]
  // Without an answer there is nothing between the place and the end.
  const high = hit !== undefined && hit.place < search.high.place ? hit : search.high
  if (before === undefined) return { ...search, high, ceiling: place, steps }
  return { ...search, low: before, high, steps }
}

/** Searches with as many questions as it takes; undefined when one of them has no answer. */
export async function findFirst(
  search: Search,
  ask: (place: number) => Promise<readonly Landmark[] | undefined>,
): Promise<Landmark | undefined> {
  let known = search
  for (let place = nextPlace(known); place !== undefined; place = nextPlace(known)) {
    const page = await ask(place)
    if (page === undefined) return undefined
    known = learn(known, place, page)
  }
  return known.high
}

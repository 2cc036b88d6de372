/** Names of people have one of this many hues. */
const hueCount = 12
const hueStep = 360 / hueCount
/** Members of a larger group may share a hue. */
const largestDistinctGroup = hueCount

/** Returns a stable hue for an id, degrees; consecutive ids are far apart. */
export function avatarHue(id: string | number): number {
  let hash = 2166136261
  for (const character of String(id)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619)
  return ((hash >>> 0) * 137) % 360
}

/** Returns the hue of a person's name, degrees: the nearest of 12 to the hue of the person's avatar. */
export const nameHue = (id: number): number => (Math.round(avatarHue(id) / hueStep) % hueCount) * hueStep

/**
 * Returns the hue of each member's name, degrees. In a group of up to 12 no two members share one: a member whose own
 * hue is taken by a smaller id gets the next free one.
 */
export function nameHues(memberIds: readonly number[]): ReadonlyMap<number, number> {
  const isSmall = memberIds.length <= largestDistinctGroup
  const taken = new Set<number>()
  const hues = new Map<number, number>()
  for (const id of [...new Set(memberIds)].sort((one, other) => one - other)) {
    let hue = nameHue(id)
    while (isSmall && taken.has(hue)) hue = (hue + hueStep) % 360
    taken.add(hue)
    hues.set(id, hue)
  }
  return hues
}

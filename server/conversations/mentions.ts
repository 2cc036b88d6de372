/** Stands for everyone in a list of mentions [MSG-06]. */
const everyone = '0'

/** Mentions as they are stored: ids of members, and everyone, between bars; whoever is no member is left out [MSG-38]. */
export function writeMentions(joined: string | null | undefined, memberIds: readonly number[]): string {
  if (!joined) return ''
  const known = new Set([everyone, ...memberIds.map(String)])
  const kept = new Set(joined.split('|').filter((id) => known.has(id)))
  return kept.size === 0 ? '' : `|${[...kept].join('|')}|`
}

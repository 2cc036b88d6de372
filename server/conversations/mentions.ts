import { keptMentions } from '#domain/message/mentions.ts'

/** Mentions as they are stored: ids of members, and everyone, between bars; whoever is no member is left out [MSG-38]. */
export function writeMentions(joined: string | null | undefined, memberIds: readonly number[]): string {
  if (!joined) return ''
  // An empty part would read as 0, which is everyone.
  const ids = joined.split('|').filter((part) => /^\d+$/.test(part))
  const kept = keptMentions(ids.map(Number), memberIds)
  return kept.length === 0 ? '' : `|${kept.join('|')}|`
}

/** Stands for everyone among the ids of a message's mentions [MSG-06]. */
export const everyone = 0

/** The words that mention everyone, whatever language is chosen [MSG-36]. */
export const everyoneWords = ['All', '所有人'] as const

/** A stretch of a message: plain, or a mention with its @. */
export type MentionPart = { readonly kind: 'text' | 'mention'; readonly text: string }

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\/-]/gu, String.raw`\$&`)

/** @ and after it everyone, one of these names, which may have spaces, or any word without [MSG-36]. */
function mentionPattern(names: readonly string[]): RegExp {
  const known = [...everyoneWords, ...names].filter((name) => name !== '')
  // A longer name goes before the shorter one it begins with.
  const alternatives = known.sort((left, right) => right.length - left.length).map(escaped)
  return new RegExp(`@(?:${alternatives.join('|')}|[^\\s@]+)`, 'gu')
}

/** Splits text into plain stretches and mentions; joined again the parts give the text unchanged. */
export function splitMentions(text: string, names: readonly string[]): readonly MentionPart[] {
  const parts: MentionPart[] = []
  let reached = 0
  for (const { 0: found, index } of text.matchAll(mentionPattern(names))) {
    if (index > reached) parts.push({ kind: 'text', text: text.slice(reached, index) })
    parts.push({ kind: 'mention', text: found })
    reached = index + found.length
  }
  if (reached < text.length) parts.push({ kind: 'text', text: text.slice(reached) })
  return parts
}

/** The mentions that are kept: of current members, and of everyone, each once [MSG-38]. */
export function keptMentions(ids: readonly number[], memberIds: Iterable<number>): readonly number[] {
  const known = new Set([everyone, ...memberIds])
  return [...new Set(ids)].filter((id) => known.has(id))
}

/** Whether ids of a message's mentions hold everyone or this user [MSG-39]. */
export const areMentioning = (ids: readonly number[], self: number): boolean =>
  ids.includes(everyone) || ids.includes(self)

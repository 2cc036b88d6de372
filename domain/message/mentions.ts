/** The id that mentions everyone in a message [MSG-06]. */
export const everyone = 0

/** The words that mention everyone, in any language of the interface [MSG-36]. */
export const everyoneLabels = ['All', '所有人'] as const

/** A part of a message: plain, or a mention with its @. */
export type MentionPart = { readonly kind: 'text' | 'mention'; readonly text: string }

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\/-]/gu, String.raw`\$&`)

/** Matches @ and then everyone, one of these names, which may contain spaces, or any word [MSG-36]. */
function mentionPattern(names: readonly string[]): RegExp {
  const known = [...everyoneLabels, ...names].filter((name) => name !== '')
  // A longer name goes before a shorter one that it starts with.
  const alternatives = known.sort((left, right) => right.length - left.length).map(escaped)
  return new RegExp(`@(?:${alternatives.join('|')}|[^\\s@]+)`, 'gu')
}

/** Splits text into plain parts and mentions. The joined parts give the text unchanged. */
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

/** A person who may be mentioned, with every name that may follow the @. */
export interface NamedPerson {
  readonly userId: number
  readonly names: readonly string[]
}

/** A part of a message as the view shows it. */
export type ShownMentionPart =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'mention'
      readonly text: string
      /** Undefined for everyone, and for a person whose name is unknown. */
      readonly userId: number | undefined
      /** Whether this user is mentioned, by name or as everyone. */
      readonly isOfSelf: boolean
    }

/**
 * Splits the text of a message that mentions `ids` (0 is everyone). Text after an @ is a mention if it names one of
 * them, or if one of them is missing from `people` and may have this name.
 */
export function shownMentionParts(
  text: string,
  ids: readonly number[],
  people: readonly NamedPerson[],
  self: number,
): readonly ShownMentionPart[] {
  const mentioned = people.filter(({ userId }) => ids.includes(userId))
  const isAnyoneUnknown = ids.some((id) => id !== everyone && !mentioned.some(({ userId }) => userId === id))
  const parts = splitMentions(
    text,
    mentioned.flatMap(({ names }) => names),
  )
  return parts.map((part): ShownMentionPart => {
    if (part.kind === 'text') return { kind: 'text', text: part.text }
    const name = part.text.slice(1)
    const person = mentioned.find(({ names }) => names.includes(name))
    if (person) return { kind: 'mention', text: part.text, ...meant(person.userId, self) }
    const isEveryone = ids.includes(everyone) && everyoneLabels.some((word) => word === name)
    if (!isEveryone && !isAnyoneUnknown) return { kind: 'text', text: part.text }
    return { kind: 'mention', text: part.text, userId: undefined, isOfSelf: isEveryone }
  })
}

const meant = (userId: number, self: number) => ({ userId, isOfSelf: userId === self })

/** Returns the mentions of current members and of everyone, without duplicates [MSG-38]. */
export function validMentions(ids: readonly number[], memberIds: Iterable<number>): readonly number[] {
  const known = new Set([everyone, ...memberIds])
  return [...new Set(ids)].filter((id) => known.has(id))
}

/** Whether the mentions of a message include everyone or this user [MSG-39]. */
export const areMentioning = (ids: readonly number[], self: number): boolean =>
  ids.includes(everyone) || ids.includes(self)

import type { DraftMention } from '#schemas/log/message.ts'
import { keptMentions } from './mentions.ts'

/** What is being written: the text as it will be sent, and which stretches of it are mentions, in order. */
export interface Composition {
  readonly text: string
  readonly mentions: readonly DraftMention[]
}

/** A change of a text: what stood between two places is replaced by words, which may be a mention. */
export interface Insertion {
  readonly from: number
  readonly to: number
  readonly text: string
  /** Whom the words mention; 0 is everyone. */
  readonly userId?: number
}

/** Characters a composer takes at most, so that no page freezes over a pasted book (DEC-154). */
export const longestComposition = 100_000

export const emptyComposition: Composition = { text: '', mentions: [] }

export const plainComposition = (text: string): Composition => ({ text, mentions: [] })

/** As stored: mentions that overlap or lie outside of the text are left out. */
export function readComposition(text: string, mentions: readonly DraftMention[] = []): Composition {
  let reached = 0
  const kept = [...mentions]
    .sort((left, right) => left.at - right.at)
    .filter(({ at, length }) => {
      const fits = at >= reached && length > 0 && at + length <= text.length
      if (fits) reached = at + length
      return fits
    })
  return { text, mentions: kept }
}

/** With words put in; a mention that the change cuts into is plain text from then on, the others move along. */
export function insertInto({ text, mentions }: Composition, insertion: Insertion): Composition {
  const { from, to, text: words, userId } = insertion
  const shift = words.length - (to - from)
  const before = mentions.filter(({ at, length }) => at + length <= from)
  const after = mentions.filter(({ at }) => at >= to).map((one) => ({ ...one, at: one.at + shift }))
  const own = userId === undefined ? [] : [{ userId, at: from, length: words.length }]
  return { text: text.slice(0, from) + words + text.slice(to), mentions: [...before, ...own, ...after] }
}

/** What a composition becomes when a plain textbox says that its text is now this. */
export function editTo(composition: Composition, text: string): Composition {
  const { text: former } = composition
  const shortest = Math.min(former.length, text.length)
  let from = 0
  while (from < shortest && former[from] === text[from]) from += 1
  let tail = 0
  while (tail < shortest - from && former.at(-1 - tail) === text.at(-1 - tail)) tail += 1
  const words = text.slice(from, text.length - tail)
  return insertInto(composition, { from, to: former.length - tail, text: words })
}

/** One before the other, on lines of their own; an empty one takes no line. */
export function joinCompositions(first: Composition, second: Composition): Composition {
  if (second.text === '') return first
  if (first.text === '') return second
  const start = first.text.length + 1
  const moved = second.mentions.map((one) => ({ ...one, at: one.at + start }))
  return { text: `${first.text}\n${second.text}`, mentions: [...first.mentions, ...moved] }
}

/** Who is mentioned: current members and everyone, each once; all of them while the members are not known [MSG-38]. */
export const mentionedIn = (
  { mentions }: Composition,
  memberIds: readonly number[] | undefined,
): readonly number[] => {
  const ids = mentions.map(({ userId }) => userId)
  return keptMentions(ids, memberIds ?? ids)
}

/** Whether there is nothing but white space, which is not sent [MSG-33]. */
export const isBlank = ({ text }: Composition): boolean => text.trim() === ''

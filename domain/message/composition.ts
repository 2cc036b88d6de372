import type { DraftMention } from '#schemas/log/message.ts'
import { everyone, type NamedPerson, shownMentionParts, validMentions } from './mentions.ts'

/** The text being written, as it will be sent, with its mentions in order. */
export interface Composition {
  readonly text: string
  readonly mentions: readonly DraftMention[]
}

/** A change of a text: the range between two positions is replaced by words, which may be a mention. */
export interface Insertion {
  readonly from: number
  readonly to: number
  readonly text: string
  /** The user whom the words mention; 0 is everyone. */
  readonly userId?: number
}

/** The maximum number of characters in a composer. A longer pasted text would freeze the page (DEC-154). */
export const longestComposition = 100_000

export const emptyComposition: Composition = { text: '', mentions: [] }

export const plainComposition = (text: string): Composition => ({ text, mentions: [] })

/** Returns a composition from its stored form. Drops mentions that overlap or lie outside the text. */
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

/**
 * Returns the text of a sent message as a composition. Its mentions have no places, so each is found by its name.
 * @returns also the ids whose names were not found, for example of people whom this device does not know
 */
export function compositionOf(
  text: string,
  ids: readonly number[],
  people: readonly NamedPerson[],
  self: number,
): { readonly composition: Composition; readonly unplaced: readonly number[] } {
  const mentions: DraftMention[] = []
  let at = 0
  for (const part of shownMentionParts(text, ids, people, self)) {
    const { length } = part.text
    const userId = part.kind === 'text' ? undefined : (part.userId ?? (part.isOfSelf ? everyone : undefined))
    if (userId !== undefined) mentions.push({ userId, at, length })
    at += length
  }
  const unplaced = ids.filter((id) => !mentions.some(({ userId }) => userId === id))
  return { composition: { text, mentions }, unplaced }
}

/** Applies a change. A mention that the change cuts becomes plain text; later mentions move. */
export function insertInto({ text, mentions }: Composition, insertion: Insertion): Composition {
  const { from, to, text: words, userId } = insertion
  const shift = words.length - (to - from)
  const before = mentions.filter(({ at, length }) => at + length <= from)
  const after = mentions.filter(({ at }) => at >= to).map((one) => ({ ...one, at: one.at + shift }))
  const own = userId === undefined ? [] : [{ userId, at: from, length: words.length }]
  return { text: text.slice(0, from) + words + text.slice(to), mentions: [...before, ...own, ...after] }
}

/** Returns the composition after a plain textbox reports this text. */
export function replaceText(composition: Composition, text: string): Composition {
  const { text: former } = composition
  const shortest = Math.min(former.length, text.length)
  let from = 0
  while (from < shortest && former[from] === text[from]) from += 1
  let tail = 0
  while (tail < shortest - from && former.at(-1 - tail) === text.at(-1 - tail)) tail += 1
  const words = text.slice(from, text.length - tail)
  return insertInto(composition, { from, to: former.length - tail, text: words })
}

/** Joins two compositions with a line break; an empty one takes no line. */
export function joinCompositions(first: Composition, second: Composition): Composition {
  if (second.text === '') return first
  if (first.text === '') return second
  const start = first.text.length + 1
  const moved = second.mentions.map((one) => ({ ...one, at: one.at + start }))
  return { text: `${first.text}\n${second.text}`, mentions: [...first.mentions, ...moved] }
}

/**
 * Returns the mentioned ids without duplicates: current members and everyone. Keeps all while the members are not
 * loaded [MSG-38].
 */
export const mentionedIn = (
  { mentions }: Composition,
  memberIds: readonly number[] | undefined,
): readonly number[] => {
  const ids = mentions.map(({ userId }) => userId)
  return validMentions(ids, memberIds ?? ids)
}

/** Whether the text is only white space, which is not sent [MSG-33]. */
export const isBlank = ({ text }: Composition): boolean => text.trim() === ''

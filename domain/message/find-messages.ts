import type { ServerId } from '#schemas/ids.ts'
import { findOccurrences, foldText } from '../formats/folding.ts'
import { subjectName } from '../formats/preview.ts'
import { withEmoticonCharacters } from './emoticons.ts'
import { readMessageBody } from './message-body.ts'
import type { TimelineMessage } from './timeline-message.ts'

/** The maximum number of hits of one search in a conversation. */
export const maxHits = 500

/** Returns the keyword in its compared form; empty if there is nothing to search [VIEW-47]. */
export const keywordOf = (typed: string): string => foldText(typed.trim()).replace(/\s+/gu, ' ')

/** Returns the searchable text of a message: the text, or the name of a file, a contact or a group. */
export function findableText({ type, body }: Pick<TimelineMessage, 'type' | 'body'>): string {
  const read = readMessageBody(type, body)
  const text = read.kind === 'text' ? withEmoticonCharacters(read.text) : subjectName(read)
  return text.replace(/\s+/gu, ' ').trim()
}

/** Whether a message contains a keyword from `keywordOf`. Disappearing messages are not found (DEC-164). */
export const isHit = (message: TimelineMessage, keyword: string): boolean =>
  keyword !== '' && !message.timerSeconds && foldText(findableText(message)).includes(keyword)

/** A part of the shown text of a hit. */
export interface ExcerptPart {
  readonly text: string
  readonly isHit: boolean
}

/** Characters shown before the first hit, and in total. */
const before = 24
const mostShown = 200

/** Returns the text of a hit in a list, from shortly before the first occurrence, in parts. */
export function hitExcerpt(
  message: Pick<TimelineMessage, 'type' | 'body'>,
  typed: string,
): readonly ExcerptPart[] {
  const text = findableText(message)
  const ranges = findOccurrences(text, keywordOf(typed))
  const start = startBefore(text, ranges[0]?.from ?? 0)
  const end = start + mostShown
  const parts: ExcerptPart[] = start > 0 ? [{ text: '…', isHit: false }] : []
  let at = start
  for (const { from, to } of ranges) {
    if (from >= end) break
    if (from > at) parts.push({ text: text.slice(at, from), isHit: false })
    parts.push({ text: text.slice(from, to), isHit: true })
    at = to
  }
  if (at < end) parts.push({ text: text.slice(at, end), isHit: false })
  return parts.filter((part) => part.text !== '')
}

/** Returns a position some characters earlier, at the start of a word if possible, and never inside an emoji. */
function startBefore(text: string, place: number): number {
  if (place <= before) return 0
  const start = place - before
  const word = text.indexOf(' ', start)
  if (word >= 0 && word < place) return word + 1
  return /[\udc00-\udfff]/.test(text.charAt(start)) ? start + 1 : start
}

/** The position among the hits of a search, counted from the newest one. */
export interface HitPosition {
  /** 1 at the newest hit; undefined at a message that is not a hit. */
  readonly number: number | undefined
  readonly count: number
  /** The next hits in both directions, wrapping at the ends; undefined if there are no hits. */
  readonly older: ServerId | undefined
  readonly newer: ServerId | undefined
}

/** Returns the position of the current message among the hits, which are newest first. */
export function hitPosition(hits: readonly ServerId[], at: ServerId): HitPosition {
  const index = hits.indexOf(at)
  return {
    number: index === -1 ? undefined : index + 1,
    count: hits.length,
    older: hits.find((id) => id < at) ?? hits[0],
    newer: hits.findLast((id) => id > at) ?? hits.at(-1),
  }
}

import type { ServerId } from '#schemas/ids.ts'
import { foldText, rangesOf } from '../formats/folding.ts'
import { nameIn } from '../formats/preview.ts'
import { withEmoticonCharacters } from './emoticons.ts'
import { readMessageBody } from './message-body.ts'
import type { TimelineMessage } from './timeline-message.ts'

/** Most hits of one search in a conversation; who needs more needs another keyword. */
export const mostHits = 500

/** The keyword as it is looked for; empty when there is nothing to look for [VIEW-47]. */
export const keywordOf = (typed: string): string => foldText(typed.trim()).replace(/\s+/gu, ' ')

/** What of a message can be found, as it shows: what somebody wrote, or the name of a file, a contact or a group. */
export function findableText({ type, body }: Pick<TimelineMessage, 'type' | 'body'>): string {
  const read = readMessageBody(type, body)
  const text = read.kind === 'text' ? withEmoticonCharacters(read.text) : nameIn(read)
  return text.replace(/\s+/gu, ' ').trim()
}

/** Whether a keyword of `keywordOf` stands in a message. What vanishes after being read is not found (DEC-164). */
export const isHit = (message: TimelineMessage, keyword: string): boolean =>
  keyword !== '' && !message.burnsAfter && foldText(findableText(message)).includes(keyword)

/** A piece of what is shown of a hit. */
export interface FoundPart {
  readonly text: string
  readonly isHit: boolean
}

/** Characters before the first hit, and of all that is shown. */
const before = 24
const mostShown = 200

/** What a list of hits shows of a message: the text from shortly before the first hit, in pieces. */
export function foundParts(
  message: Pick<TimelineMessage, 'type' | 'body'>,
  typed: string,
): readonly FoundPart[] {
  const text = findableText(message)
  const ranges = rangesOf(text, keywordOf(typed))
  const start = startBefore(text, ranges[0]?.from ?? 0)
  const end = start + mostShown
  const parts: FoundPart[] = start > 0 ? [{ text: '…', isHit: false }] : []
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

/** Some characters before a place, at the beginning of a word where there is one, and never within an emoji. */
function startBefore(text: string, place: number): number {
  if (place <= before) return 0
  const start = place - before
  const word = text.indexOf(' ', start)
  if (word >= 0 && word < place) return word + 1
  return /[\udc00-\udfff]/.test(text.charAt(start)) ? start + 1 : start
}

/** Where somebody is among the hits of a search, counted from the newest one. */
export interface WalkPlace {
  /** 1 at the newest hit; undefined at a message that is none, or none any more. */
  readonly number: number | undefined
  readonly count: number
  /** The next hits to either side, beyond the last one from the other end on; undefined where there are none at all. */
  readonly older: ServerId | undefined
  readonly newer: ServerId | undefined
}

/** Takes the hits of a search, the newest first, and the message that is looked at. */
export function placeAmong(hits: readonly ServerId[], at: ServerId): WalkPlace {
  const index = hits.indexOf(at)
  return {
    number: index === -1 ? undefined : index + 1,
    count: hits.length,
    older: hits.find((id) => id < at) ?? hits[0],
    newer: hits.findLast((id) => id > at) ?? hits.at(-1),
  }
}

import type { TextRange } from '../formats/folding.ts'
import { findableText } from '../message/find-messages.ts'
import type { TimelineMessage } from '../message/timeline-message.ts'
import { findWords } from './fold-for-search.ts'
import { readSearchWords } from './search-words.ts'

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
  const ranges = joinAdjacent(text, findWords(text, readSearchWords(typed)))
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

/** Joins occurrences with only spaces between them. */
function joinAdjacent(text: string, ranges: readonly TextRange[]): readonly TextRange[] {
  const joined: TextRange[] = []
  for (const range of ranges) {
    const last = joined.at(-1)
    if (last && text.slice(last.to, range.from).trim() === '') joined.splice(-1, 1, { ...last, to: range.to })
    else joined.push(range)
  }
  return joined
}

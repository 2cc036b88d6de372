import type { MessageType } from '#schemas/message-types.ts'
import { splitLinks } from '../formats/links.ts'
import { findableText } from '../message/find-messages.ts'
import { findWords, foldForSearch } from './fold-for-search.ts'

/** The maximum number of words of a keyword; further ones are ignored. */
const maxWords = 8

/** The folded words of a keyword, all of which must occur in a hit: longest first, none inside of another. */
export type SearchWords = readonly string[]

/** Returns the words of a typed keyword; empty if there is nothing to search [VIEW-47]. */
export function readSearchWords(typed: string): SearchWords {
  const words = new Set(foldForSearch(typed).split(/\s+/u))
  words.delete('')
  const longestFirst = [...words].sort((left, right) => right.length - left.length)
  return longestFirst
    .filter((word, index) => !longestFirst.slice(0, index).some((longer) => longer.includes(word)))
    .slice(0, maxWords)
}

/** Whether a text contains all words. Every text contains none. */
export function hasAllWords(text: string, words: SearchWords): boolean {
  if (words.length === 0) return true
  const folded = foldForSearch(text)
  return words.every((word) => folded.includes(word))
}

/** A message as a search reads it. */
interface SearchedMessage {
  readonly type: MessageType
  readonly body: string
}

/** Whether a message contains all words in its text, or in the name of its file, contact or group (DEC-164). */
export const hasHit = (message: SearchedMessage, words: SearchWords): boolean =>
  hasAllWords(findableText(message), words)

const mayHaveLink = /:\/\/|www\./iu

/** Whether a message is a text with a web address. */
export const hasLink = ({ type, body }: SearchedMessage): boolean =>
  type === 'txt' && mayHaveLink.test(body) && splitLinks(body).some(({ kind }) => kind === 'link')

/** The maximum length of a text in a result, and of its part before the first hit, characters. */
const excerpt = { length: 500, before: 80 }

/** Cuts a long text to a part that has its first hit, with `…` where something is left out. */
export function searchExcerpt(text: string, words: SearchWords): string {
  if (text.length <= excerpt.length) return text
  const [first] = findWords(text, words)
  const start = Math.max(0, Math.min((first?.from ?? 0) - excerpt.before, text.length - excerpt.length))
  const end = start + excerpt.length
  // Half of a character at an end is left out.
  const part = text.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`
}

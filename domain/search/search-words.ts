import type { MessageType } from '#schemas/message-types.ts'
import { splitLinks } from '../formats/links.ts'
import { findableText } from '../message/find-messages.ts'
import { foldForSearch } from './fold-for-search.ts'

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

/** Whether a message is a text with a web address. */
export const hasLink = ({ type, body }: SearchedMessage): boolean =>
  type === 'txt' && splitLinks(body).some(({ kind }) => kind === 'link')

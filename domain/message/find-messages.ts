import { foldText } from '../formats/folding.ts'
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

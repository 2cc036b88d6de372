import type { ServerId } from '#schemas/ids.ts'
import { subjectName } from '../formats/preview.ts'
import { withEmoticonCharacters } from './emoticons.ts'
import { readMessageBody } from './message-body.ts'
import type { TimelineMessage } from './timeline-message.ts'

/** The maximum number of hits of one search in a conversation. */
export const maxHits = 500

/** Returns the searchable text of a message: the text, or the name of a file, a contact or a group. */
export function findableText({ type, body }: Pick<TimelineMessage, 'type' | 'body'>): string {
  const read = readMessageBody(type, body)
  const text = read.kind === 'text' ? withEmoticonCharacters(read.text) : subjectName(read)
  return text.replace(/\s+/gu, ' ').trim()
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

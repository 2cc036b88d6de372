import { type ClientId, clientId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'

/** The most pictures and videos of one album. */
export const mostInAlbum = 9

/** The characters of a client id that all parts of a send share. The others are the index of the part. */
const sharedLength = 18
const indexLength = 2

/**
 * Returns the client id of a part of a send: the first 18 characters of the send's random id, then the index in base
 * 36. Every client that receives it can tell that the parts belong together, without a field on the wire.
 */
export const clientIdOfPart = (send: string, index: number): ClientId =>
  clientId(`${send.slice(0, sharedLength)}${index.toString(36).padStart(indexLength, '0')}`)

/** A message as far as albums need it. */
export interface AlbumPart {
  readonly clientId: ClientId | undefined
  readonly type: MessageType
}

/** Whether two messages are parts of the same send. */
export const isSameSend = (left: AlbumPart | undefined, right: AlbumPart | undefined): boolean => {
  const [one, other] = [left?.clientId, right?.clientId]
  if (one === undefined || other === undefined || one.length !== sharedLength + indexLength) return false
  return one.slice(0, sharedLength) === other.slice(0, sharedLength)
}

/** Whether an album can contain the message. */
export const isVisual = ({ type }: Pick<AlbumPart, 'type'>): boolean => type === 'pic' || type === 'video'

/** The album of a part, by its index in the send. A tenth picture begins another album. */
const albumNumber = ({ clientId: id }: AlbumPart): number =>
  Math.floor(Number.parseInt(id?.slice(sharedLength) ?? '', 36) / mostInAlbum)

/**
 * Returns the number of messages from `index` on that are drawn as one album: its pictures and videos, and the text of
 * the send as their caption; undefined if no album begins there. Depends only on the messages and on `isJoined`, which
 * tells whether a message continues the run of the one before it.
 */
export function albumAt(
  messages: readonly AlbumPart[],
  index: number,
  isJoined: (index: number) => boolean,
): { readonly pictures: number; readonly hasCaption: boolean } | undefined {
  const first = messages[index]
  if (first === undefined || !isVisual(first)) return undefined
  const belongs = (at: number): boolean => isSameSend(first, messages[at]) && isJoined(at)
  let end = index + 1
  for (let next = messages[end]; next !== undefined && belongs(end); next = messages[end]) {
    if (!isVisual(next) || albumNumber(next) !== albumNumber(first)) break
    end += 1
  }
  if (end - index < 2) return undefined
  return { pictures: end - index, hasCaption: messages[end]?.type === 'txt' && belongs(end) }
}

/** A range of messages, from `start` up to, not including, `end`. */
interface MessageRange {
  readonly start: number
  readonly end: number
}

/** Returns the range with the other parts of the sends at its ends, so that it cuts no album. */
export function withWholeSends<Range extends MessageRange>(
  messages: readonly AlbumPart[],
  range: Range,
): Range {
  let { start, end } = range
  while (start > 0 && isSameSend(messages[start - 1], messages[start])) start -= 1
  while (end < messages.length && isSameSend(messages[end - 1], messages[end])) end += 1
  return start === range.start && end === range.end ? range : { ...range, start, end }
}

import { type ClientId, clientId } from '#schemas/ids.ts'
import type { MessageType } from '#schemas/message-types.ts'

/** The characters of a client id that all parts of a send share. The others are the index of the part. */
export const sharedLength = 18
const indexLength = 2

/**
 * Returns the client id of a part of a send: the first 18 characters of the send's random id, then the index in base
 * 36. Every client that receives it can tell that the parts belong together, without a field on the wire.
 */
export const clientIdOfPart = (send: string, index: number): ClientId =>
  clientId(`${send.slice(0, sharedLength)}${index.toString(36).padStart(indexLength, '0')}`)

/** A message as far as albums need it. */
export interface AlbumPart {
  readonly clientId?: ClientId | undefined
  readonly type: MessageType
}

/** Whether two messages are parts of the same send. */
export const isSameSend = (left: AlbumPart | undefined, right: AlbumPart | undefined): boolean => {
  const [one, other] = [left?.clientId, right?.clientId]
  if (one === undefined || other === undefined || one.length !== sharedLength + indexLength) return false
  return one.slice(0, sharedLength) === other.slice(0, sharedLength)
}

/**
 * Whether an album can contain the message. The grid of an album and the rules that find one are loaded with the
 * conversation; the list needs only these.
 */
export const isVisual = ({ type }: Pick<AlbumPart, 'type'>): boolean => type === 'pic' || type === 'video'

import type { MessageType } from '#schemas/message-types.ts'
import type { Collection, CollectionOrigin, CollectionType } from '#schemas/translate/collections.ts'
import { attachmentKindOf, messageTypeOf } from '../media/attachment-kind.ts'
import { isSendableBody, type MessageBody, readMessageBody, writeCollected } from '../message/message-body.ts'
import { publicNameOf, type TimelineMessage } from '../message/timeline-message.ts'

/** The rejection if the collections are full (DEC-186). */
export const collectionsFull = 'collections.max-limit-reached'

/** The part of a message that is saved. */
export interface Collectable {
  readonly type: CollectionType
  /** The message's content without the thumbnail in front. */
  readonly content: string
  readonly smallPath: string
}

/**
 * Returns what can be saved of a message: the server has it, it has one of five types, it is undamaged, and it does not
 * disappear (DEC-103 DEC-162 DEC-163).
 */
export function collectableOf(
  message: Pick<TimelineMessage, 'serverId' | 'type' | 'body' | 'timerSeconds'>,
): Collectable | undefined {
  const type = collectionTypeOf(message.type)
  if (type === undefined || message.serverId === undefined || message.timerSeconds) return undefined
  const body = readMessageBody(message.type, message.body)
  if (!isSendableBody(body)) return undefined
  const hasSmall = 'small' in body && body.small !== undefined
  const bar = hasSmall ? message.body.indexOf('|') : -1
  return { type, content: message.body.slice(bar + 1), smallPath: message.body.slice(0, Math.max(0, bar)) }
}

/** Returns the source of a saved message: the group, or its sender. */
export const originOf = (
  message: Pick<TimelineMessage, 'senderId' | 'senderName' | 'senderPublicName'>,
  group: { readonly id: number; readonly name: string } | undefined,
): CollectionOrigin =>
  group ? { kind: 'group', ...group } : { kind: 'friend', id: message.senderId, name: publicNameOf(message) }

/** A collection item as the message that would carry it [MSG-11]. */
export const toMediaItem = ({ id, type, content, smallPath, savedAt }: Collection) => ({
  key: String(id),
  type: messageTypeOfCollection(type),
  body: smallPath === undefined ? content : writeCollected(smallPath, content),
  sentAt: savedAt,
})

/** Parses a collection item like the message that would carry it. */
export function bodyOf(collection: Collection): MessageBody {
  const { type, body } = toMediaItem(collection)
  return readMessageBody(type, body)
}

/** Returns the type of message that carries a collection item of this type. */
export const messageTypeOfCollection = (type: CollectionType): 'txt' | ReturnType<typeof messageTypeOf> =>
  type === 'text' ? 'txt' : messageTypeOf(type)

/** Returns the collection type for a message type; undefined if it cannot be saved (DEC-163). */
export const collectionTypeOf = (messageType: MessageType): CollectionType | undefined =>
  messageType === 'txt' ? 'text' : attachmentKindOf(messageType)

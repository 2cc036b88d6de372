import type { MessageType } from '#schemas/message-types.ts'
import type { Collection, CollectionOrigin, CollectionType } from '#schemas/translate/collections.ts'
import { attachmentKindOf, messageTypeOf } from '../media/attachment-kind.ts'
import { type MessageBody, readMessageBody, saysSomething, writeCollected } from '../message/message-body.ts'
import { publicNameOf, type TimelineMessage } from '../message/timeline-message.ts'

/** What saving is refused with when there is no room left (DEC-186). */
export const collectionsFull = 'collections.max-limit-reached'

/** What of a message is saved. */
export interface Collectable {
  readonly type: CollectionType
  /** As the message has it, without the small picture in front. */
  readonly content: string
  readonly smallPath: string
}

/**
 * What of a message can be saved: the server has it, it is of one of five types and whole, and it does not vanish
 * (DEC-103 DEC-162 DEC-163).
 */
export function collectableOf(
  message: Pick<TimelineMessage, 'serverId' | 'type' | 'body' | 'burnsAfter'>,
): Collectable | undefined {
  const type = collectionTypeOf(message.type)
  if (type === undefined || message.serverId === undefined || message.burnsAfter) return undefined
  const body = readMessageBody(message.type, message.body)
  if (!saysSomething(body)) return undefined
  const hasSmall = 'small' in body && body.small !== undefined
  const bar = hasSmall ? message.body.indexOf('|') : -1
  return { type, content: message.body.slice(bar + 1), smallPath: message.body.slice(0, Math.max(0, bar)) }
}

/** Whose a saved message is: the group's, or whoever wrote it. */
export const originOf = (
  message: Pick<TimelineMessage, 'senderId' | 'senderName' | 'senderPublicName'>,
  group: { readonly id: number; readonly name: string } | undefined,
): CollectionOrigin =>
  group ? { kind: 'group', ...group } : { kind: 'friend', id: message.senderId, name: publicNameOf(message) }

/** A collection as the message that would carry it [MSG-11]. */
export const toMediaItem = ({ id, type, content, smallPath, savedAt }: Collection) => ({
  key: String(id),
  type: messageTypeOfCollection(type),
  body: smallPath === undefined ? content : writeCollected(smallPath, content),
  sentAt: savedAt,
})

/** What a collection is, read as the message that would carry it. */
export function bodyOf(collection: Collection): MessageBody {
  const { type, body } = toMediaItem(collection)
  return readMessageBody(type, body)
}

/** The message that carries a collection of this type. */
export const messageTypeOfCollection = (type: CollectionType): 'txt' | ReturnType<typeof messageTypeOf> =>
  type === 'text' ? 'txt' : messageTypeOf(type)

/** What a message of this type is saved as; undefined when it cannot be (DEC-163). */
export const collectionTypeOf = (messageType: MessageType): CollectionType | undefined =>
  messageType === 'txt' ? 'text' : attachmentKindOf(messageType)

import type { collectionTypes } from '#schemas/wire/calls/collections.ts'
import type { MessageType } from '#schemas/wire/message.ts'

/** What a collection can be [COLL-10]. */
export type CollectionType = (typeof collectionTypes)[number]

const messageTypes = {
  text: 'txt',
  image: 'pic',
  video: 'video',
  audio: 'audio',
  file: 'file',
} as const satisfies Record<CollectionType, MessageType>

/** The message that carries a collection of this type. */
export const messageTypeOfCollection = (type: CollectionType): (typeof messageTypes)[CollectionType] =>
  messageTypes[type]

const types = Object.entries(messageTypes)

/** What a message of this type is saved as; undefined when it cannot be. */
export function collectionTypeOf(messageType: string): CollectionType | undefined {
  const found = types.find(([, carrier]) => carrier === messageType)?.[0]
  return found !== undefined && isCollectionType(found) ? found : undefined
}

export const isCollectionType = (type: string): type is CollectionType => type in messageTypes

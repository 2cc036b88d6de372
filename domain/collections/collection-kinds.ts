import type { CollectionType } from '#schemas/translate/collections.ts'
import type { MessageType } from '#schemas/wire/message.ts'

const messageTypes = {
  text: 'txt',
  image: 'pic',
  video: 'video',
  audio: 'audio',
  file: 'file',
} as const satisfies Record<CollectionType, MessageType>

const collectionTypes = {
  txt: 'text',
  pic: 'image',
  video: 'video',
  audio: 'audio',
  file: 'file',
} as const satisfies Partial<Record<MessageType, CollectionType>>

/** The message that carries a collection of this type. */
export const messageTypeOfCollection = (type: CollectionType): (typeof messageTypes)[CollectionType] =>
  messageTypes[type]

/** What a message of this type is saved as; undefined when it cannot be (DEC-163). */
export const collectionTypeOf = (messageType: MessageType): CollectionType | undefined =>
  messageType in collectionTypes
    ? collectionTypes[messageType as keyof typeof collectionTypes] // It was just looked for.
    : undefined

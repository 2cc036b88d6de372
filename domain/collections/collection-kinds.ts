import type { MessageType } from '#schemas/message-types.ts'
import type { CollectionType } from '#schemas/translate/collections.ts'
import { attachmentKindOf, messageTypeOf } from '../media/attachment-kind.ts'

/** The message that carries a collection of this type. */
export const messageTypeOfCollection = (type: CollectionType): 'txt' | ReturnType<typeof messageTypeOf> =>
  type === 'text' ? 'txt' : messageTypeOf(type)

/** What a message of this type is saved as; undefined when it cannot be (DEC-163). */
export const collectionTypeOf = (messageType: MessageType): CollectionType | undefined =>
  messageType === 'txt' ? 'text' : attachmentKindOf(messageType)

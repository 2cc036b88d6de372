import type { MessageType } from '#schemas/message-types.ts'

/** The kind of an attachment [MSG-32], which decides how it is prepared, shown and limited. */
export type AttachmentKind = 'image' | 'video' | 'audio' | 'file'

export const attachmentKinds = [
  'image',
  'video',
  'audio',
  'file',
] as const satisfies readonly AttachmentKind[]

const messageTypes = { image: 'pic', video: 'video', audio: 'audio', file: 'file' } as const satisfies Record<
  AttachmentKind,
  MessageType
>

/** Returns the type of a message with an attachment of this kind [MSG-07]. */
export const messageTypeOf = (kind: AttachmentKind): (typeof messageTypes)[AttachmentKind] =>
  messageTypes[kind]

/** Returns the kind of file in a message of this type; undefined if it has none. */
export const attachmentKindOf = (type: string): AttachmentKind | undefined =>
  attachmentKinds.find((kind) => messageTypes[kind] === type)

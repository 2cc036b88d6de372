import type { MessageType } from '#schemas/message-types.ts'

/** What an attachment is [MSG-32]: how it is prepared, drawn and bounded follows from it. */
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

/** The type of the message that carries an attachment of this kind [MSG-07]. */
export const messageTypeOf = (kind: AttachmentKind): (typeof messageTypes)[AttachmentKind] =>
  messageTypes[kind]

/** The kind of the file that a message of this type is about; undefined when it is about none. */
export const attachmentKindOf = (type: string): AttachmentKind | undefined =>
  attachmentKinds.find((kind) => messageTypes[kind] === type)

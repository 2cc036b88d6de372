/** What an attachment is [MSG-32]: how it is prepared, drawn and bounded follows from it. */
export type AttachmentKind = 'image' | 'video' | 'audio' | 'file'

export const attachmentKinds: readonly AttachmentKind[] = ['image', 'video', 'audio', 'file']

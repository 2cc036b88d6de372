import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { clientMessageId } from '../message.ts'
import { optionalFlag } from '../primitives.ts'

// A form carries numbers as text.
const formId = z.optional(z.coerce.number().check(z.int(), z.positive()))
const attachmentKind = z.enum(['image', 'video', 'audio', 'file'])

/** A stored file as its uploader may check it [MEDIA-34]. */
const uploadedItem = z.looseObject({
  url: z.string(),
  /** Bytes. */
  size: z.number(),
  name: z.string(),
  type: attachmentKind,
  /** Whether it was made smaller before it was uploaded. */
  compress: optionalFlag,
})

/** Stores a file for a message of one conversation and answers its address [MEDIA-30 HTTP-20]. */
export const uploadFile = defineCall({
  path: '/UploadFile',
  target: 'file-upload',
  kind: 'query',
  isUpload: true,
  request: z.looseObject({
    ChatSessionID: formId,
    GroupID: formId,
    /** What it is meant as; what its bytes are when left out. */
    Type: z.optional(attachmentKind),
    Compress: z.optional(z.enum(['0', '1'])),
    /** Of the message it is for: uploaded again, it is answered with the address it got the first time (DEC-167). */
    ClientMsgId: z.optional(clientMessageId),
  }),
  data: z.looseObject({ FileUrl: z.string(), Item: z.nullish(uploadedItem) }),
})

/** Lets this browser fetch the account's message files for a while: the answer sets an HttpOnly cookie (DEC-114). */
export const openFiles = defineCall({
  path: '/OpenFiles',
  kind: 'query',
  setsCookie: true,
  request: z.looseObject({}),
  data: noData,
})

import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { clientMessageId } from '../message.ts'
import { optionalFlag } from '../primitives.ts'

// A form contains numbers as text.
const formId = z.optional(z.coerce.number().check(z.int(), z.positive()))
const attachmentKind = z.enum(['image', 'video', 'audio', 'file'])

/** A stored file, for the uploader's checks [MEDIA-34]. */
const uploadedItem = z.looseObject({
  url: z.string(),
  /** Bytes. */
  size: z.number(),
  name: z.string(),
  type: attachmentKind,
  /** Whether it was transcoded before the upload. */
  compress: optionalFlag,
})

/** Stores a file for a message of one conversation and returns its address [MEDIA-30 HTTP-20]. */
export const uploadFile = defineCall({
  path: '/UploadFile',
  target: 'file-upload',
  kind: 'query',
  isUpload: true,
  request: z.looseObject({
    ChatSessionID: formId,
    GroupID: formId,
    /** The intended kind; by default the kind of its bytes. */
    Type: z.optional(attachmentKind),
    Compress: z.optional(z.enum(['0', '1'])),
    /** The id of its message. A repeated upload returns the first address (DEC-167). */
    ClientMsgId: z.optional(clientMessageId),
  }),
  data: z.looseObject({ FileUrl: z.string(), Item: z.nullish(uploadedItem) }),
})

/**
 * Allows this browser to fetch the account's message files for some time: the response sets an HttpOnly cookie
 * (DEC-114).
 */
export const openFiles = defineCall({
  path: '/OpenFiles',
  kind: 'query',
  setsCookie: true,
  request: z.looseObject({}),
  data: noData,
})

import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'

// A form carries numbers as text.
const formId = z.optional(z.coerce.number().check(z.int(), z.positive()))

/** Stores a file for a message of one conversation and answers its address [MEDIA-30 HTTP-20]. */
export const uploadFile = defineCall({
  path: '/UploadFile',
  target: 'file-upload',
  kind: 'query',
  isUpload: true,
  request: z.looseObject({ ChatSessionID: formId, GroupID: formId }),
  data: z.looseObject({ FileUrl: z.string() }),
})

/** Lets this browser fetch the account's message files for a while: the answer sets an HttpOnly cookie (DEC-114). */
export const openFiles = defineCall({
  path: '/OpenFiles',
  kind: 'query',
  setsCookie: true,
  request: z.looseObject({}),
  data: noData,
})

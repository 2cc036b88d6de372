import * as z from 'zod/mini'

/** Every response: a code, a text for people, and data in the call's shape [HTTP-04]. */
export const responseEnvelope = z.looseObject({
  Code: z.number(),
  Msg: z._default(z.nullish(z.string()), ''),
  Data: z.optional(z.unknown()),
})
export type ResponseEnvelope = z.infer<typeof responseEnvelope>

/** Data of a rejection for a form field: the specification's key, the field and its values. */
export const rejectionData = z.looseObject({
  Key: z.optional(z.string()),
  Field: z.optional(z.string()),
  Count: z.optional(z.number()),
  /** The pause before a retry, ms; present if the rejection is a rate limit. */
  RetryAfter: z.optional(z.number()),
})
export type RejectionData = z.infer<typeof rejectionData>

/** Responses whose data the client does not read (DEC-93). */
export const noData = z.unknown()

/** The six call targets [HTTP-08]. */
export type CallTarget = 'main' | 'v2' | 'sso' | 'imsso' | 'file-upload' | 'self'

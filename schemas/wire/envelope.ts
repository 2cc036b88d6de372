import * as z from 'zod/mini'

/** Every answer: a code, a text for people, and data whose shape is the call's own [HTTP-04]. */
export const responseEnvelope = z.looseObject({
  Code: z.number(),
  Msg: z._default(z.nullish(z.string()), ''),
  Data: z.optional(z.unknown()),
})
export type ResponseEnvelope = z.infer<typeof responseEnvelope>

/** What authenticated calls carry beside their own fields [HTTP-02]. */
export const authenticatedFields = z.looseObject({
  UID: z.number(),
  Token: z.string(),
  DeviceType: z.string(),
  Brand: z.optional(z.string()),
})

/** Data of a refusal that belongs beside a form field: the spec's key, its field and figures. */
export const refusalData = z.looseObject({
  Key: z.optional(z.string()),
  Field: z.optional(z.string()),
  Count: z.optional(z.number()),
  /** How long to wait before asking again, in ms; present when the refusal is a limit. */
  RetryAfter: z.optional(z.number()),
})
export type RefusalData = z.infer<typeof refusalData>

/** Answers whose data nobody reads (DEC-93). */
export const noData = z.unknown()

/** The six call targets [HTTP-08]. */
export type CallTarget = 'main' | 'v2' | 'sso' | 'imsso' | 'file-upload' | 'self'

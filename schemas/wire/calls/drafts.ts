import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { draftFields } from '../message.ts'
import { maxUnits, wireId } from '../primitives.ts'
import { eitherKind } from './conversations.ts'

// None of these calls is in the specification (docs/extensions.md).

/** The maximum length of a shared draft, characters, and of its list of mentions. */
const draftLimits = { text: 20_000, mentions: 500 } as const

const position = z.int().check(z.minimum(0), z.maximum(draftLimits.text))

/**
 * Replaces the draft of a conversation on all devices of the account. A draft that was written before the last one
 * changes nothing; the response is then the last one. A stored one is answered with its time only.
 */
export const saveDraft = defineCall({
  path: '/SaveDraft',
  kind: 'repeatable',
  request: z.looseObject({
    ...eitherKind,
    Message: z.string().check(maxUnits(draftLimits.text)),
    Mentions: z
      .array(z.looseObject({ UserID: z.int().check(z.minimum(0)), At: position, Length: position }))
      .check(z.maxLength(draftLimits.mentions)),
    QuoteChatID: z.nullish(wireId),
    /** When the person wrote it, server ms. */
    TimeStamp: z.int().check(z.positive()),
  }),
  data: z.looseObject(draftFields),
})

/** The last draft of a conversation. */
export const getDraft = defineCall({
  path: '/GetDraft',
  kind: 'query',
  request: z.looseObject(eitherKind),
  data: z.looseObject(draftFields),
})

import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, optionalText, wireId, wireTime } from '../primitives.ts'

export const collectionTypes = ['text', 'image', 'video', 'audio', 'file'] as const
export const collectionOrigins = ['friend', 'group'] as const

/** A saved item [COLL-10]. Fields that a server may omit are optional (DEC-93). */
export const wireCollection = z.looseObject({
  ID: wireId,
  Type: optionalText,
  Content: optionalText,
  SmallPicturePath: optionalText,
  TimeStamp: wireTime,
  FromName: optionalText,
  FromID: z.nullish(z.number()),
  FromType: optionalText,
})
export type WireCollection = z.infer<typeof wireCollection>

/** [COLL-11] */
export const getCollects = defineCall({
  path: '/GetCollects',
  kind: 'query',
  request: z.looseObject({}),
  data: z.nullish(z.array(wireCollection)),
})

/** Saves a text, or a file that the caller may read, in the form of messages [COLL-13]. */
export const addCollect = defineCall({
  path: '/AddCollect',
  kind: 'once',
  request: z.looseObject({
    FromID: wireId,
    FromName: z.string().check(maxUnits(200)),
    FromType: z.enum(collectionOrigins),
    Content: z.string().check(z.minLength(1), maxUnits(20_000)),
    Type: z.enum(collectionTypes),
    SmallPicturePath: z.nullish(z.string().check(maxUnits(500))),
  }),
  data: z.unknown(),
})

/** Code 1 if the item no longer exists [COLL-15]. */
export const deleteCollect = defineCall({
  path: '/DeleteCollect',
  kind: 'repeatable',
  allowedCodes: [0, 1],
  request: z.looseObject({ ID: wireId }),
  data: noData,
})

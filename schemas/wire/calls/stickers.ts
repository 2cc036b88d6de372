import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, optionalText, wireId } from '../primitives.ts'

const nothing = z.looseObject({})

/** A sticker of the service, in one of its classes [STICK-08]. */
export const wireEmote = z.looseObject({ ID: wireId, Url: optionalText, ClassID: z.nullish(z.number()) })

/** A class of stickers. The id 0 is not a class [STICK-08 STICK-11]. */
export const wireEmoteClass = z.looseObject({ ID: z.number(), ImageUrl: optionalText })

/** A sticker that a person added [STICK-07]. */
export const wireSticker = z.looseObject({ Id: wireId, StickerUrl: optionalText })

/** [STICK-09] */
export const getEmote = defineCall({
  path: '/GetEmote',
  method: 'GET',
  kind: 'query',
  // A query contains numbers as text. 0 means all classes.
  request: z.looseObject({ cid: z.coerce.number().check(z.int(), z.nonnegative()) }),
  data: z.array(wireEmote),
})

/** [STICK-10] */
export const getEmoteClass = defineCall({
  path: '/GetEmoteClass',
  kind: 'query',
  request: nothing,
  data: z.array(wireEmoteClass),
})

/** [STICK-12] */
export const getUserStickers = defineCall({
  path: '/GetUserStickers',
  kind: 'query',
  request: nothing,
  data: z.looseObject({
    Stickers: z._default(z.nullish(z.array(wireSticker)), []),
    StickerLimit: z.nullish(z.number()),
  }),
})

/** Adds a picture that the caller may read to their stickers [STICK-13]. */
export const addSticker = defineCall({
  path: '/AddSticker',
  kind: 'repeatable',
  request: z.looseObject({ StickerUrl: z.string().check(maxUnits(500)) }),
  data: wireSticker,
})

/** [STICK-14] */
export const deleteSticker = defineCall({
  path: '/DeleteSticker',
  kind: 'repeatable',
  request: z.looseObject({ StickerIds: z.array(wireId).check(z.minLength(1), z.maxLength(1_000)) }),
  data: noData,
})

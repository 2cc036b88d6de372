import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, minUnits, optionalText, wireId } from '../primitives.ts'
import { wireGroup } from './groups.ts'
import { wirePerson } from './search.ts'

/** A code, or the URL that contains it. A client sends the text of any QR code. */
const code = z.string().check(z.trim(), minUnits(1), maxUnits(512))
/** 1 ends the current code and returns a new one, our extension (DEC-200). */
const renewal = z.nullish(z.union([z.literal(0), z.literal(1)]))

/** The URLs of the own codes. `RegisterCode` is the own invitation, our extension (DEC-201) [QR-25]. */
export const getUserQrCode = defineCall({
  path: '/GetUserQRCode',
  kind: 'repeatable',
  request: z.looseObject({ Renew: renewal }),
  data: z.looseObject({ QRCode: z.string(), RegisterCode: optionalText }),
})

/** [QR-24] */
export const getUserInfoByQrCode = defineCall({
  path: '/GetUserInfoByQRCode',
  kind: 'query',
  allowedCodes: [0, 1],
  request: z.looseObject({ QRCode: code }),
  data: z.nullish(wirePerson),
})

/** [QR-27] */
export const getGroupQrCode = defineCall({
  path: '/GetGroupQRCode',
  kind: 'repeatable',
  request: z.looseObject({ GroupId: wireId, Renew: renewal }),
  data: z.looseObject({ GroupQRCode: z.string() }),
})

/** [QR-26] */
export const getGroupInfoByQrCode = defineCall({
  path: '/GetGroupInfoByQRCode',
  kind: 'query',
  allowedCodes: [0, 1],
  request: z.looseObject({ GroupQRCode: code }),
  data: z.nullish(z.looseObject({ GroupData: wireGroup })),
})

/** Returns the name of the person who invites (DEC-201) [QR-23]. */
export const getRegisterCodeData = defineCall({
  path: '/GetRegisterCodeData',
  kind: 'query',
  allowedCodes: [0, 1],
  request: z.looseObject({ Data: code }),
  data: z.nullish(z.string()),
})

/** [FRIEND-60] */
export const applyFriendQrCode = defineCall({
  path: '/ApplyFriendQRCode',
  kind: 'once',
  request: z.looseObject({
    Remark: z.string().check(maxUnits(30)),
    QRCode: code,
    Source: z.string().check(maxUnits(64)),
  }),
  data: noData,
})

/** [FRIEND-61] */
export const applyFriendByRegisterCode = defineCall({
  path: '/ApplyFriendByRegisterCode',
  kind: 'once',
  request: z.looseObject({ RegisterCode: code, Source: z.literal('QRCode') }),
  data: noData,
})

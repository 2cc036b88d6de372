import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, minUnits, optionalText, wireId, wireTime } from '../primitives.ts'

const nothing = z.looseObject({})

/** The caller's own profile [USER-05 USER-08]. */
export const getUserInfo = defineCall({
  path: '/GetUserInfo',
  kind: 'query',
  request: nothing,
  data: z.looseObject({
    UID: wireId,
    Type: z._default(z.nullish(z.number()), 1),
    TelCode: optionalText,
    Phone: optionalText,
    NickName: optionalText,
    HeadImg: optionalText,
    Gender: z.nullish(z.number()),
    Country: optionalText,
    Sign: optionalText,
    OnLine: z.nullish(z.union([z.number(), z.boolean()])),
    LastLoginTime: wireTime,
    VChatID: optionalText,
  }),
})

/** [ME-17] */
export const updateNickname = defineCall({
  path: '/UpdateNickName',
  kind: 'repeatable',
  request: z.looseObject({ NickName: z.string().check(z.trim(), minUnits(1), maxUnits(15)) }),
  data: noData,
})

/** [ME-18]. An empty text removes the signature. */
export const updateSignature = defineCall({
  path: '/UpdateUserSign',
  kind: 'repeatable',
  request: z.looseObject({ Sign: z.string().check(z.trim(), maxUnits(50)) }),
  data: noData,
})

/**
 * [ME-19]. Data of the response also has the stored picture's address. With `For` (our extension) the picture is only
 * stored, to become the picture of a group.
 */
export const uploadAvatar = defineCall({
  path: '/UploadHeadImg',
  target: 'file-upload',
  kind: 'repeatable',
  isUpload: true,
  request: z.looseObject({ For: z.optional(z.literal('group')) }),
  data: z.looseObject({ FileUrl: optionalText }),
})

/** Whether this person must confirm friend requests and group invitations [SET-15 SET-16]. */
export const getVerifiedFriendSetting = defineCall({
  path: '/GetVerifiedFriendSetting',
  method: 'GET',
  kind: 'query',
  request: nothing,
  data: z.looseObject({ IsManualVerifiedFriend: z.number(), IsManualVerifiedGroup: z.number() }),
})

/** Whether this person shows that they type or record, and sees it of others; an extension (docs/extensions.md). */
export const getTypingSetting = defineCall({
  path: '/GetTypingSetting',
  kind: 'query',
  request: nothing,
  data: z.looseObject({ IsTypingShown: z.number() }),
})
export const updateTypingSetting = defineCall({
  path: '/UpdateTypingSetting',
  kind: 'repeatable',
  request: z.looseObject({ IsTypingShown: z.union([z.literal(0), z.literal(1)]) }),
  data: noData,
})

/** Type 1 is for friends, 2 for groups [SET-18]. */
export const updateVerifiedFriendSetting = defineCall({
  path: '/UpdateVerifiedFriendSetting',
  kind: 'repeatable',
  request: z.looseObject({
    Type: z.union([z.literal(1), z.literal(2)]),
    IsManualVerified: z.union([z.literal(0), z.literal(1)]),
  }),
  data: noData,
})

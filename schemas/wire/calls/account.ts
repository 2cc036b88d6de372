import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, minUnits, optionalFlag, optionalText, wireId, wireTime } from '../primitives.ts'

const nothing = z.looseObject({})
const telCode = z.string().check(z.regex(/^\d{1,4}$/))
const phone = z.string().check(z.regex(/^\d{1,20}$/))
const newPassword = z.string().check(minUnits(6), maxUnits(128))

/** Credentials as login, register and code check answer them; AccessToken wins over Token (DEC-54). */
export const credentialsData = z.looseObject({
  UID: wireId,
  Token: optionalText,
  AccessToken: optionalText,
  RefreshToken: optionalText,
  NickName: optionalText,
  HeadImg: optionalText,
  VChatID: optionalText,
  TraceRate: z.nullish(z.number()),
})
export type CredentialsData = z.infer<typeof credentialsData>

/** [AUTH-44] */
export const updateToken = defineCall({
  path: '/UpdateToken',
  target: 'sso',
  isAuthenticated: false,
  kind: 'repeatable',
  request: z.looseObject({ UserID: wireId, RefreshToken: z.string() }),
  data: z.looseObject({ AccessToken: z.string(), RefreshToken: optionalText }),
})

/** [AUTH-45]; carries UID and Token like every authenticated call. */
export const logout = defineCall({ path: '/Logout', kind: 'repeatable', request: nothing, data: noData })

/** Deletes the account for good [AUTH-57]. */
export const cancelAccount = defineCall({
  path: '/CancelAccount',
  kind: 'once',
  request: nothing,
  data: noData,
})

/** Sends a one-time code [AUTH-46 AUTH-47]. */
export const sendCode = defineCall({
  path: '/GETVABCP',
  target: 'imsso',
  isAuthenticated: false,
  kind: 'once',
  request: z.looseObject({
    Phone: phone,
    TelCode: telCode,
    /** Phone plus timestamp, encrypted on the client (DEC-71). */
    Token: z.string(),
    Type: z.enum(['1', '2']),
  }),
  /** Set when the answer's Msg holds the code itself, so that its toast stays (DEC-116). */
  data: z.nullish(z.looseObject({ IsSticky: optionalFlag })),
})

/** Proves a phone during forgot-password [AUTH-48]. */
export const checkPhoneCode = defineCall({
  path: '/CheckPhoneCode',
  target: 'imsso',
  isAuthenticated: false,
  kind: 'once',
  request: z.looseObject({ Phone: phone, TelCode: telCode, Code: z.string() }),
  data: credentialsData,
})

/** [AUTH-49] */
export const phoneLogin = defineCall({
  path: '/PhoneLogin',
  target: 'imsso',
  isAuthenticated: false,
  kind: 'once',
  request: z.looseObject({
    Phone: phone,
    TelCode: telCode,
    Password: z.optional(z.string()),
    Code: z.optional(z.string()),
  }),
  data: credentialsData,
})

/** [AUTH-50] */
export const phoneRegister = defineCall({
  path: '/PhoneRegister',
  target: 'imsso',
  isAuthenticated: false,
  kind: 'once',
  request: z.looseObject({ Phone: phone, TelCode: telCode, Code: z.string() }),
  data: credentialsData,
})

/** [AUTH-51]; also the set-password call (DEC-16). */
export const updatePassword = defineCall({
  path: '/UpdatePassword',
  target: 'imsso',
  kind: 'repeatable',
  request: z.looseObject({ Password: newPassword }),
  data: noData,
})

/** [AUTH-52] */
export const checkPassword = defineCall({
  path: '/CheckPassword',
  target: 'imsso',
  kind: 'once',
  request: z.looseObject({ Password: z.string() }),
  data: noData,
})

/** [AUTH-53] */
export const isSetPassword = defineCall({
  path: '/IsSetPassWord',
  target: 'imsso',
  method: 'GET',
  kind: 'query',
  request: nothing,
  data: z.looseObject({ IsSetPwd: z.union([z.literal(0), z.literal(1)]) }),
})

/** The own profile [USER-05 USER-08]. */
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

/** [ME-19]; the answer's Data also carries the stored picture's address. */
export const uploadAvatar = defineCall({
  path: '/UploadHeadImg',
  target: 'file-upload',
  kind: 'repeatable',
  isUpload: true,
  request: nothing,
  data: z.looseObject({ FileUrl: optionalText }),
})

/** Whether this person is asked before becoming somebody's friend, or a group's member [SET-15 SET-16]. */
export const getVerifiedFriendSetting = defineCall({
  path: '/GetVerifiedFriendSetting',
  method: 'GET',
  kind: 'query',
  request: nothing,
  data: z.looseObject({ IsManualVerifiedFriend: z.number(), IsManualVerifiedGroup: z.number() }),
})

/** Type 1 is about friends, 2 about groups [SET-18]. */
export const updateVerifiedFriendSetting = defineCall({
  path: '/UpdateVerifiedFriendSetting',
  kind: 'repeatable',
  request: z.looseObject({
    Type: z.union([z.literal(1), z.literal(2)]),
    IsManualVerified: z.union([z.literal(0), z.literal(1)]),
  }),
  data: noData,
})

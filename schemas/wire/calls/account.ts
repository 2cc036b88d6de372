import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, minUnits, optionalFlag, optionalText, wireId } from '../primitives.ts'

const nothing = z.looseObject({})
const telCode = z.string().check(z.regex(/^\d{1,4}$/))
const phone = z.string().check(z.regex(/^\d{1,20}$/))
const newPassword = z.string().check(minUnits(6), maxUnits(128))

/** Credentials in the responses of login, register and code check. AccessToken takes precedence over Token (DEC-54). */
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

/** [AUTH-45]. Carries UID and Token like every authenticated call. */
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
  /**
   * `IsSticky`: `Msg` holds the code, so its toast stays. `IsPrinted`: the server printed the code in its terminal
   * (DEC-116).
   */
  data: z.nullish(z.looseObject({ IsSticky: optionalFlag, IsPrinted: optionalFlag })),
})

/** Verifies a phone number during forgot-password [AUTH-48]. */
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
  setsCookie: true,
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
  setsCookie: true,
  request: z.looseObject({ Phone: phone, TelCode: telCode, Code: z.string() }),
  data: credentialsData,
})

/** [AUTH-51]. Also the set-password call (DEC-16). */
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

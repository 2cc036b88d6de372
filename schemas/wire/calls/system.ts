import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { optionalText } from '../primitives.ts'

const nothing = z.looseObject({})

/** [AUTH-55]; parsed entry by entry, names come from the platform's own language data. */
export const getCountryList = defineCall({
  path: '/GetCountryList',
  isAuthenticated: false,
  kind: 'query',
  request: nothing,
  data: z.array(
    z.looseObject({
      /** ISO 3166 alpha-2. */
      Code: z.string(),
      /** Digits after the plus. */
      TelCode: z.string(),
      Name: optionalText,
    }),
  ),
})

/** Server settings, every figure optional [USER-09]; sizes in MB of 1,000,000 bytes. */
export const getSystemSetting = defineCall({
  path: '/GetSystemSetting',
  kind: 'query',
  request: nothing,
  data: z.looseObject({
    messageRetentionDays: z.nullish(z.number()),
    maxForwardMessageCount: z.nullish(z.number()),
    maxForwardSessionCount: z.nullish(z.number()),
    maxTagMemberCount: z.nullish(z.number()),
    maxAudioDuration: z.nullish(z.number()),
    headImgSizeLimit: z.nullish(z.number()),
    imageSizeLimit: z.nullish(z.number()),
    videoSizeLimit: z.nullish(z.number()),
    audioSizeLimit: z.nullish(z.number()),
    fileSizeLimit: z.nullish(z.number()),
    internalUserControl: z.nullish(z.union([z.number(), z.boolean()])),
  }),
})

/** Where to find the API and the socket [ENDP-22 ENDP-24] (DEC-43). */
export const getConfig = defineCall({
  path: '/GetConfig',
  method: 'GET',
  isAuthenticated: false,
  kind: 'query',
  request: z.looseObject({ config: z.literal('endpoint') }),
  data: z.looseObject({
    API_ENDPOINT: z.string(),
    WEBSOCKET_ENDPOINT: z.string().check(z.startsWith('ws')),
    AppDownloadUrl: z.string(),
  }),
})

/** Health of an API endpoint [ENDP-07] (DEC-72). */
export const getVersion = defineCall({
  path: '/GetVersion',
  method: 'GET',
  isAuthenticated: false,
  kind: 'query',
  request: nothing,
  data: z.looseObject({ version: z.string() }),
})

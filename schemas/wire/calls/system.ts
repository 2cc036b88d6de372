import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { optionalText } from '../primitives.ts'

const nothing = z.looseObject({})

/** [AUTH-55]. Parsed entry by entry. Country names come from the platform's language data. */
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

/** Empty, or an HTTP address. */
const emptyOrAddress = z.string().check(z.regex(/^(https?:\/\/[^\s/]+.*)?$/))

/** Where to find the API and the socket [ENDP-22 ENDP-24] (DEC-43). */
export const getConfig = defineCall({
  path: '/GetConfig',
  method: 'GET',
  isAuthenticated: false,
  kind: 'query',
  request: z.looseObject({ config: z.literal('endpoint') }),
  data: z.looseObject({
    API_ENDPOINT: emptyOrAddress,
    WEBSOCKET_ENDPOINT: z.string().check(z.startsWith('ws')),
    AppDownloadUrl: emptyOrAddress,
  }),
})

const versionName = z.string().check(z.regex(/^\d+\.\d+\.\d+$/))

/** Versions and download addresses of the apps [ENDP-23]. A platform without an app is absent. */
export const appVersionInfo = z.looseObject({
  AndroidDownloadUrl: z.optional(emptyOrAddress),
  AndroidVersionName: z.optional(versionName),
  IosDownloadUrl: z.optional(emptyOrAddress),
  IosVersionName: z.optional(versionName),
  PcDownloadUrl: z.optional(emptyOrAddress),
  PcVersionName: z.optional(versionName),
})

/** The health of an API endpoint: a text, or an object with a version and the apps [ENDP-07 ENDP-23] (DEC-72). */
export const getVersion = defineCall({
  path: '/GetVersion',
  method: 'GET',
  isAuthenticated: false,
  kind: 'query',
  request: nothing,
  data: z.union([
    z.string().check(z.minLength(1)),
    z.extend(appVersionInfo, { version: z.string().check(z.minLength(1)) }),
  ]),
})

/** The host and port of the file server: letters, digits, dots, hyphens, brackets and colons. */
const hostName = z.string().check(z.regex(/^[\w.:[\]-]{1,255}$/))

/** Reports a changed file domain [ENDP-26] (DEC-73). */
export const notifyFileEndpointDomainChange = defineCall({
  path: '/NotifyFileEndPointDomainChange',
  kind: 'repeatable',
  request: z.looseObject({ Domain: hostName }),
  data: noData,
})

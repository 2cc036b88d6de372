import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits } from '../primitives.ts'

/** How long a device token may be, in UTF-16 units. */
export const deviceTokenLimit = 4096

/** Where the push provider reaches this sign-in; an empty token takes it back. Every call carries a DeviceType [NOTIF-15]. */
export const updateDeviceToken = defineCall({
  path: '/UpdateDeviceToken',
  kind: 'repeatable',
  request: z.looseObject({
    DToken: z.string().check(maxUnits(deviceTokenLimit)),
    DeviceType: z.optional(z.string().check(maxUnits(40))),
  }),
  data: noData,
})

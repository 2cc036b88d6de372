import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, optionalFlag } from '../primitives.ts'

/** The notification settings of an account [NOTIF-02]. Further fields of the server are preserved (DEC-81). */
export const notificationSettingsData = z.looseObject({
  IsNotDisturbAll: optionalFlag,
  IsNotMessageDisturb: optionalFlag,
  IsNotSound: optionalFlag,
  IsNotVibration: optionalFlag,
  IsNotCallDisturb: z.optional(optionalFlag),
})
export type NotificationSettingsData = z.infer<typeof notificationSettingsData>

/** [NOTIF-03] */
export const getNotificationSettings = defineCall({
  path: '/GetNotificationSettings',
  kind: 'query',
  request: z.looseObject({}),
  data: notificationSettingsData,
})

/** Takes the whole object [NOTIF-04]. */
export const updateNotificationSettings = defineCall({
  path: '/UpdateNotificationSettings',
  kind: 'repeatable',
  request: notificationSettingsData,
  data: noData,
})

/** The maximum length of a device token, in UTF-16 units. */
export const deviceTokenLimit = 4096

/** The push token of this sign-in; an empty token removes it. Every call has a DeviceType [NOTIF-15]. */
export const updateDeviceToken = defineCall({
  path: '/UpdateDeviceToken',
  kind: 'repeatable',
  request: z.looseObject({
    DToken: z.string().check(maxUnits(deviceTokenLimit)),
    DeviceType: z.optional(z.string().check(maxUnits(40))),
  }),
  data: noData,
})

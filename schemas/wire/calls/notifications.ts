import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { optionalFlag } from '../primitives.ts'

/** What is silenced, for all conversations of an account [NOTIF-02]; what else the server keeps there comes along (DEC-81). */
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

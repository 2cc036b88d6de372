import * as z from 'zod/mini'
import { defineCall } from '../define-call.ts'
import { noData } from '../envelope.ts'
import { maxUnits, optionalFlag, wireId } from '../primitives.ts'

/** The notification settings of an account [NOTIF-02]. Further fields of the server are preserved (DEC-81). */
export const notificationSettingsData = z.looseObject({
  IsNotDisturbAll: optionalFlag,
  IsNotMessageDisturb: optionalFlag,
  IsNotSound: optionalFlag,
  IsNotVibration: optionalFlag,
  IsNotCallDisturb: z.optional(optionalFlag),
  /** Push notifications name no conversation (DEC-211). */
  IsPushNameHidden: z.optional(optionalFlag),
  /** Push notifications contain the text of messages (DEC-211). */
  IsPushTextShown: z.optional(optionalFlag),
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

/**
 * A device token of the Push API: the browser's subscription as JSON (DEC-178). Its keys are in base64url: a point of
 * P-256 in 65 bytes, of which the first is 4, and a secret of 16 bytes (RFC 8291).
 */
const pushSubscription = z.looseObject({
  endpoint: z.string().check(z.maxLength(2048)),
  keys: z.looseObject({
    p256dh: z.string().check(z.regex(/^B[\w-]{86}=?$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}(==)?$/)),
  }),
})
export type PushSubscriptionToken = z.infer<typeof pushSubscription>

/** Reads the subscription of a device token; undefined if it is none. */
export function readPushSubscription(token: string): PushSubscriptionToken | undefined {
  try {
    return z.safeParse(pushSubscription, JSON.parse(token)).data
  } catch {
    return undefined
  }
}

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

/**
 * Marks a conversation as read from its notification, without the credentials of the account: the key of the push
 * message permits this only (DEC-211).
 */
export const readPushed = defineCall({
  path: '/ReadPushed',
  kind: 'repeatable',
  isAuthenticated: false,
  request: z.looseObject({
    /** The client's id: `s:` or `g:` and the number of the conversation. */
    Conversation: z.string().check(z.regex(/^[sg]:[1-9]\d{0,14}$/)),
    MessageID: wireId,
    Key: z.string().check(maxUnits(100)),
  }),
  data: noData,
})

import type { NotificationSettings } from '#schemas/storage/notification-settings.ts'
import { fromNotificationSettings, toNotificationSettings } from '#schemas/translate/notification-settings.ts'
import * as calls from '#schemas/wire/calls/notifications.ts'
import { updateDeviceToken } from '#schemas/wire/calls/notifications.ts'
import { type CallResult, mapResult } from '../http/call-result.ts'
import type { Caller, CallOptions } from '../http/caller.ts'

export { deviceTokenLimit } from '#schemas/wire/calls/notifications.ts'

/** [NOTIF-03] */
export const getNotificationSettings = async (caller: Caller): Promise<CallResult<NotificationSettings>> =>
  mapResult(await caller.call(calls.getNotificationSettings, {}), toNotificationSettings)

/** Replaces all settings [NOTIF-04]. */
export const saveNotificationSettings = (
  caller: Caller,
  settings: NotificationSettings,
): Promise<CallResult<unknown>> =>
  caller.call(calls.updateNotificationSettings, fromNotificationSettings(settings))

/** Registers the device token for push; an empty token removes it [NOTIF-15]. */
export const setDeviceToken = (
  caller: Caller,
  token: string,
  options?: CallOptions,
): Promise<CallResult<unknown>> => caller.call(updateDeviceToken, { DToken: token }, options)

import type { NotificationSettings } from '#schemas/storage/notification-settings.ts'
import * as calls from '#schemas/wire/calls/notifications.ts'
import { type NotificationSettingsData, updateDeviceToken } from '#schemas/wire/calls/notifications.ts'
import { readFlag, writeFlag } from '#schemas/wire/primitives.ts'
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

/** Translates the settings from the server. */
const toNotificationSettings = (data: NotificationSettingsData): NotificationSettings => ({
  isAllMuted: readFlag(data.IsNotDisturbAll),
  isMessageMuted: readFlag(data.IsNotMessageDisturb),
  isSoundOff: readFlag(data.IsNotSound),
  isVibrationOff: readFlag(data.IsNotVibration),
  ...(data.IsNotCallDisturb === undefined ? {} : { isCallMuted: readFlag(data.IsNotCallDisturb) }),
  ...(data.IsPushNameHidden === undefined ? {} : { isPushNameHidden: readFlag(data.IsPushNameHidden) }),
  ...(data.IsPushTextShown === undefined ? {} : { isPushTextShown: readFlag(data.IsPushTextShown) }),
})

/** Returns the whole wire object for the server [NOTIF-04] (DEC-81). */
const fromNotificationSettings = (settings: NotificationSettings) => ({
  IsNotDisturbAll: writeFlag(settings.isAllMuted),
  IsNotMessageDisturb: writeFlag(settings.isMessageMuted),
  IsNotSound: writeFlag(settings.isSoundOff),
  IsNotVibration: writeFlag(settings.isVibrationOff),
  ...(settings.isCallMuted === undefined ? {} : { IsNotCallDisturb: writeFlag(settings.isCallMuted) }),
  ...(settings.isPushNameHidden === undefined
    ? {}
    : { IsPushNameHidden: writeFlag(settings.isPushNameHidden) }),
  ...(settings.isPushTextShown === undefined ? {} : { IsPushTextShown: writeFlag(settings.isPushTextShown) }),
})

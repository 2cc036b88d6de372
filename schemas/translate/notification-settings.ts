import type { NotificationSettings } from '../storage/notification-settings.ts'
import type { NotificationSettingsData } from '../wire/calls/notifications.ts'
import { readFlag, writeFlag } from '../wire/primitives.ts'

/** Translates the settings from the server. */
export const toNotificationSettings = (data: NotificationSettingsData): NotificationSettings => ({
  isAllMuted: readFlag(data.IsNotDisturbAll),
  isMessageMuted: readFlag(data.IsNotMessageDisturb),
  isSoundOff: readFlag(data.IsNotSound),
  isVibrationOff: readFlag(data.IsNotVibration),
  ...(data.IsNotCallDisturb === undefined ? {} : { isCallMuted: readFlag(data.IsNotCallDisturb) }),
})

/** Returns the whole wire object for the server [NOTIF-04] (DEC-81). */
export const fromNotificationSettings = (settings: NotificationSettings) => ({
  IsNotDisturbAll: writeFlag(settings.isAllMuted),
  IsNotMessageDisturb: writeFlag(settings.isMessageMuted),
  IsNotSound: writeFlag(settings.isSoundOff),
  IsNotVibration: writeFlag(settings.isVibrationOff),
  ...(settings.isCallMuted === undefined ? {} : { IsNotCallDisturb: writeFlag(settings.isCallMuted) }),
})

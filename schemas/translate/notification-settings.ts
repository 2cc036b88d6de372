import type { NotificationSettings } from '../storage/notification-settings.ts'
import type { NotificationSettingsData } from '../wire/calls/notifications.ts'
import { readFlag } from '../wire/primitives.ts'

const flag = (isOn: boolean): 0 | 1 => (isOn ? 1 : 0)

/** The settings as the server tells them, in our words. */
export const toNotificationSettings = (data: NotificationSettingsData): NotificationSettings => ({
  isAllMuted: readFlag(data.IsNotDisturbAll),
  isMessageMuted: readFlag(data.IsNotMessageDisturb),
  isSoundOff: readFlag(data.IsNotSound),
  isVibrationOff: readFlag(data.IsNotVibration),
  ...(data.IsNotCallDisturb === undefined ? {} : { isCallMuted: readFlag(data.IsNotCallDisturb) }),
})

/** The whole object as the server takes it [NOTIF-04] (DEC-81). */
export const fromNotificationSettings = (settings: NotificationSettings) => ({
  IsNotDisturbAll: flag(settings.isAllMuted),
  IsNotMessageDisturb: flag(settings.isMessageMuted),
  IsNotSound: flag(settings.isSoundOff),
  IsNotVibration: flag(settings.isVibrationOff),
  ...(settings.isCallMuted === undefined ? {} : { IsNotCallDisturb: flag(settings.isCallMuted) }),
})

import { eq, sql } from 'drizzle-orm'
import * as deviceTokenCalls from '#schemas/wire/calls/notifications.ts'
import * as calls from '#schemas/wire/calls/notifications.ts'
import { readFlag, writeFlag } from '#schemas/wire/primitives.ts'
import { holdOpenSession } from '../accounts/sign-in-sessions.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import { deviceToken, notificationSettings } from '../store/schema/index.ts'
import { done, guarded } from './handler.ts'
import { CallRefusal } from './refusal.ts'

const settingsOf = preparedQuery((database) =>
  database
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.accountId, sql.placeholder('accountId')))
    .prepare('notification_settings'),
)

const getNotificationSettings = guarded(calls.getNotificationSettings, async ({ services, principal }) => {
  const [own] = await settingsOf(services.database).execute({ accountId: principal.accountId })
  return done({
    IsNotDisturbAll: writeFlag(own?.isAllMuted),
    IsNotMessageDisturb: writeFlag(own?.isMessageMuted),
    IsNotSound: writeFlag(own?.isSoundOff),
    IsNotVibration: writeFlag(own?.isVibrationOff),
    IsNotCallDisturb: writeFlag(own?.isCallMuted),
  })
})

const updateNotificationSettings = guarded(
  calls.updateNotificationSettings,
  async ({ fields, services, principal }) => {
    const chosen = {
      isAllMuted: readFlag(fields.IsNotDisturbAll),
      isMessageMuted: readFlag(fields.IsNotMessageDisturb),
      isSoundOff: readFlag(fields.IsNotSound),
      isVibrationOff: readFlag(fields.IsNotVibration),
      isCallMuted: readFlag(fields.IsNotCallDisturb),
    }
    await services.database
      .insert(notificationSettings)
      .values({ accountId: principal.accountId, ...chosen })
      .onConflictDoUpdate({ target: notificationSettings.accountId, set: chosen })
    return done(null)
  },
)

const updateDeviceToken = guarded(
  deviceTokenCalls.updateDeviceToken,
  async ({ fields, services, principal }) => {
    const { sessionId } = principal
    if (fields.DToken === '') {
      await services.database.delete(deviceToken).where(eq(deviceToken.sessionId, sessionId))
      return done(null)
    }
    const known = { token: fields.DToken, deviceType: fields.DeviceType ?? '' }
    await services.database.transaction(async (transaction) => {
      // Locked until the commit: a simultaneous sign-out waits and then removes the token.
      if (!(await holdOpenSession(transaction, sessionId))) throw CallRefusal.notAuthenticated()
      await transaction
        .insert(deviceToken)
        .values({ sessionId, ...known })
        .onConflictDoUpdate({ target: deviceToken.sessionId, set: known })
    })
    return done(null)
  },
)

export const notificationRoutes = [
  getNotificationSettings,
  updateNotificationSettings,
  updateDeviceToken,
] as const

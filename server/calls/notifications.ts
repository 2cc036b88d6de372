import { and, eq, inArray, sql } from 'drizzle-orm'
import { type ConversationId, parseConversationId } from '#schemas/ids.ts'
import * as calls from '#schemas/wire/calls/notifications.ts'
import { readFlag, writeFlag } from '#schemas/wire/primitives.ts'
import { holdOpenSession, isUsableSession } from '../accounts/sign-in-sessions.ts'
import { markRead } from '../conversations/mark-read.ts'
import { createReadKey } from '../push/push-content.ts'
import type { Database } from '../store/database.ts'
import { preparedQuery } from '../store/prepared-query.ts'
import { deviceToken, notificationSettings, signInSession } from '../store/schema/index.ts'
import { done, guarded, open } from './handler.ts'
import { CallRefusal } from './refusal.ts'

const selectSettings = preparedQuery((database) =>
  database
    .select()
    .from(notificationSettings)
    .where(eq(notificationSettings.accountId, sql.placeholder('accountId')))
    .prepare('notification_settings'),
)

const getNotificationSettings = guarded(calls.getNotificationSettings, async ({ services, principal }) => {
  const [settings] = await selectSettings(services.database).execute({ accountId: principal.accountId })
  return done({
    IsNotDisturbAll: writeFlag(settings?.isAllMuted),
    IsNotMessageDisturb: writeFlag(settings?.isMessageMuted),
    IsNotSound: writeFlag(settings?.isSoundOff),
    IsNotVibration: writeFlag(settings?.isVibrationOff),
    IsNotCallDisturb: writeFlag(settings?.isCallMuted),
    // Only a server that sends push notifications has settings of their content.
    ...(services.push && {
      IsPushNameHidden: writeFlag(settings?.isNameHidden),
      IsPushTextShown: writeFlag(settings?.isTextShown),
    }),
  })
})

const updateNotificationSettings = guarded(
  calls.updateNotificationSettings,
  async ({ fields, services, principal }) => {
    const settings = {
      isAllMuted: readFlag(fields.IsNotDisturbAll),
      isMessageMuted: readFlag(fields.IsNotMessageDisturb),
      isSoundOff: readFlag(fields.IsNotSound),
      isVibrationOff: readFlag(fields.IsNotVibration),
      isCallMuted: readFlag(fields.IsNotCallDisturb),
      isNameHidden: readFlag(fields.IsPushNameHidden),
      isTextShown: readFlag(fields.IsPushTextShown),
    }
    await services.database
      .insert(notificationSettings)
      .values({ accountId: principal.accountId, ...settings })
      .onConflictDoUpdate({ target: notificationSettings.accountId, set: settings })
    return done(null)
  },
)

const updateDeviceToken = guarded(
  calls.updateDeviceToken,
  async ({ fields, services, principal, locale }) => {
    const { sessionId, accountId } = principal
    const { DToken: token } = fields
    if (token === '') {
      await services.database.delete(deviceToken).where(eq(deviceToken.sessionId, sessionId))
      return done(null)
    }
    if (services.push?.judge(token) === 'unusable')
      throw CallRefusal.wrongValue('DToken', 'device-token-unusable')
    const device = { token, deviceType: fields.DeviceType ?? '', locale }
    await services.database.transaction(async (transaction) => {
      // Locks the session until the commit. A simultaneous sign-out waits, and then removes the token.
      if (!(await holdOpenSession(transaction, sessionId))) throw CallRefusal.notAuthenticated()
      await deleteTokenOfAccount(transaction, accountId, token)
      await transaction
        .insert(deviceToken)
        .values({ sessionId, ...device })
        .onConflictDoUpdate({ target: deviceToken.sessionId, set: device })
    })
    return done(null)
  },
)

/**
 * Deletes a device token from all sessions of an account. A browser keeps its token when the account signs in again,
 * and would otherwise show each notification once per session.
 */
const deleteTokenOfAccount = (transaction: Database, accountId: number, token: string): Promise<unknown> =>
  transaction
    .delete(deviceToken)
    .where(
      and(
        eq(deviceToken.token, token),
        inArray(
          deviceToken.sessionId,
          transaction
            .select({ id: signInSession.id })
            .from(signInSession)
            .where(eq(signInSession.accountId, accountId)),
        ),
      ),
    )

// Needs no sign-in: the key, `<session id>.<hash>`, arrived in a push message and permits only this (DEC-211).
const readPushed = open(calls.readPushed, async ({ fields, services, peer }) => {
  await services.limits.takeByAddress('readPushPerAddress', peer)
  const { Conversation, MessageID, Key } = fields
  // No session has the id 0.
  const sessionId = Number.parseInt(Key, 10) || 0
  const expectedKey = await createReadKey(services, sessionId, Conversation, MessageID)
  // Compares hashes, so that the time of the comparison reveals nothing about the expected key.
  const isKeyValid = (await services.digest.hash(Key)) === (await services.digest.hash(expectedKey))
  // Before the query, because the session id of a forged key may be too large for the database.
  if (!isKeyValid) throw CallRefusal.notAuthenticated()
  const [session] = await services.database
    .select({ accountId: signInSession.accountId })
    .from(signInSession)
    .where(and(eq(signInSession.id, sessionId), isUsableSession(services.clock.now())))
  if (!session) throw CallRefusal.notAuthenticated()
  // The call's schema accepts only strings with the form of a ConversationId.
  const { kind, wireId } = parseConversationId(Conversation as ConversationId)
  await markRead(services, kind, session.accountId, wireId, MessageID)
  return done(null)
})

export const notificationRoutes = [
  getNotificationSettings,
  updateNotificationSettings,
  updateDeviceToken,
  readPushed,
] as const

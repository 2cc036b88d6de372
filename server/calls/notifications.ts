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
    ...(services.push && {
      IsPushNameHidden: writeFlag(own?.isNameHidden),
      IsPushTextShown: writeFlag(own?.isTextShown),
    }),
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
      isNameHidden: readFlag(fields.IsPushNameHidden),
      isTextShown: readFlag(fields.IsPushTextShown),
    }
    await services.database
      .insert(notificationSettings)
      .values({ accountId: principal.accountId, ...chosen })
      .onConflictDoUpdate({ target: notificationSettings.accountId, set: chosen })
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
    const known = { token, deviceType: fields.DeviceType ?? '', locale }
    await services.database.transaction(async (transaction) => {
      // Locked until the commit: a simultaneous sign-out waits and then removes the token.
      if (!(await holdOpenSession(transaction, sessionId))) throw CallRefusal.notAuthenticated()
      await forgetEarlierSignIns(transaction, accountId, token)
      await transaction
        .insert(deviceToken)
        .values({ sessionId, ...known })
        .onConflictDoUpdate({ target: deviceToken.sessionId, set: known })
    })
    return done(null)
  },
)

/** A device that signs in once more is notified once. */
const forgetEarlierSignIns = (transaction: Database, accountId: number, token: string): Promise<unknown> =>
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

const readPushed = open(calls.readPushed, async ({ fields, services, peer }) => {
  await services.limits.takeByAddress('readPushPerAddress', peer)
  const { Conversation, MessageID, Key } = fields
  const sessionId = Number.parseInt(Key, 10) || 0
  const expected = await createReadKey(services, sessionId, Conversation, MessageID)
  // Hashes of both, so that the time of the comparison tells nothing about the key.
  const isRight = (await services.digest.hash(Key)) === (await services.digest.hash(expected))
  // Before the query, because the number of another key may be too large for the database.
  if (!isRight) throw CallRefusal.notAuthenticated()
  const [session] = await services.database
    .select({ accountId: signInSession.accountId })
    .from(signInSession)
    .where(and(eq(signInSession.id, sessionId), isUsableSession(services.clock.now())))
  if (!session) throw CallRefusal.notAuthenticated()
  // The schema has checked its form.
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

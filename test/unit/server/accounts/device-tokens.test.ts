import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { updateDeviceToken } from '#schemas/wire/calls/notifications.ts'
import { rotateRefreshToken } from '#server/accounts/refresh.ts'
import { revokeSession, revokeSessions } from '#server/accounts/sign-in-sessions.ts'
import { notificationRoutes } from '#server/calls/notifications.ts'
import { CallRefusal } from '#server/calls/refusal.ts'
import { account, deviceToken, refreshToken, signInSession } from '#server/store/schema/index.ts'
import { type MemoryBackend, openMemoryBackend } from '#test/contract/memory-backend.ts'

type Request = Parameters<(typeof notificationRoutes)[number]['run']>[0]

let backend: MemoryBackend
beforeAll(async () => {
  backend = await openMemoryBackend()
}, 60_000)
afterAll(() => backend.close())

/** An account with two signed-in devices that have push tokens. */
async function twoDevices(phone: string) {
  const { database } = backend
  const person = { telCode: '86', phone, chatId: phone, nickname: 'Ann', createdAt: 1, lastSeenAt: 1 }
  const [own] = await database.insert(account).values(person).returning()
  if (!own) throw new Error('No account')
  const session = { accountId: own.id, kind: 'full' as const, createdAt: backend.now() }
  const sessions = await database.insert(signInSession).values([session, session]).returning()
  const tokens = sessions.map(({ id }) => ({ sessionId: id, token: `token of ${id}`, deviceType: 'web' }))
  await database.insert(deviceToken).values(tokens)
  return { accountId: own.id, sessions: sessions.map(({ id }) => id) }
}
const reached = async () => {
  const rows = await backend.database.select().from(deviceToken).orderBy(deviceToken.sessionId)
  return rows.map(({ sessionId }) => sessionId)
}

it('loses its device token with its session, and no other session does [AUTH-36]', async () => {
  const { database, now } = backend
  const services = { database, clock: { now } }
  const ann = await twoDevices('1')
  const ben = await twoDevices('2')
  const [first, second] = ann.sessions
  if (first === undefined || second === undefined) throw new Error('No sessions')
  // Ending sessions needs the database and the clock of all services.
  const some = services as unknown as Parameters<typeof revokeSession>[0]
  await revokeSession(some, first)
  expect(await reached()).toEqual([second, ...ben.sessions])
  await revokeSessions(some, database, ann.accountId, undefined)
  expect(await reached()).toEqual(ben.sessions)
})

it('stores the token, device type and language of an open sign-in only [AUTH-36 NOTIF-15]', async () => {
  const { database, now } = backend
  const clock = { now }
  const { accountId, sessions } = await twoDevices('3')
  const [over, open] = sessions
  if (over === undefined || open === undefined) throw new Error('No sessions')
  // Ending a session and the call need the database and the clock of all services.
  const services = { database, clock } as unknown as Parameters<typeof revokeSession>[0]
  await revokeSession(services, over)
  const route = notificationRoutes.find(({ definition }) => definition === updateDeviceToken)
  const call = (sessionId: number) => {
    const principal = { accountId, sessionId, sessionKind: 'full', expiresAt: 2, provedAt: null }
    // The call reads only these parts of a request.
    return route?.run({
      fields: { DToken: 'new', DeviceType: 'pwa' },
      services,
      principal,
      locale: 'vi-VN',
    } as unknown as Request)
  }
  await expect(call(over)).rejects.toThrow(CallRefusal)
  await call(open)
  const tokens = await database.select().from(deviceToken).where(inArray(deviceToken.sessionId, sessions))
  expect(tokens).toEqual([{ sessionId: open, token: 'new', deviceType: 'pwa', locale: 'vi-VN' }])
})

it('is not reached once an old refresh token was shown, which ends its sign-in [AUTH-36 AUTH-44]', async () => {
  const { database, now } = backend
  const { accountId, sessions } = await twoDevices('4')
  const [sessionId] = sessions
  if (sessionId === undefined) throw new Error('No session')
  await database.update(signInSession).set({ refreshedWith: 'new' }).where(eq(signInSession.id, sessionId))
  const old = { digest: 'old', sessionId, issuedFor: 'older', expiresAt: now() + 1000 }
  await database.insert(refreshToken).values(old)
  // The rejection reads only these services.
  const services = {
    ...{ database, clock: { now }, digest: { hash: async (text: string) => text } },
    connections: { endSession() {} },
    securityLog: { write() {} },
  } as unknown as Parameters<typeof rotateRefreshToken>[0]
  await expect(rotateRefreshToken(services, accountId, 'old')).rejects.toThrow(CallRefusal)
  expect(await reached()).not.toContain(sessionId)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { revokeSession, revokeSessions } from '#server/accounts/sign-in-sessions.ts'
import { account, deviceToken, signInSession } from '#server/store/schema/index.ts'
import { type MemoryBackend, openMemoryBackend } from '#test/contract/memory-backend.ts'

let backend: MemoryBackend
beforeAll(async () => {
  backend = await openMemoryBackend()
}, 60_000)
afterAll(() => backend.close())

/** An account with two signed-in devices that push reaches. */
async function twoDevices(phone: string) {
  const { database } = backend
  const person = { telCode: '86', phone, chatId: phone, nickname: 'Ann', createdAt: 1, lastSeenAt: 1 }
  const [own] = await database.insert(account).values(person).returning()
  if (!own) throw new Error('No account')
  const session = { accountId: own.id, kind: 'full' as const, createdAt: 1 }
  const sessions = await database.insert(signInSession).values([session, session]).returning()
  const tokens = sessions.map(({ id }) => ({ sessionId: id, token: `token of ${id}`, deviceType: 'web' }))
  await database.insert(deviceToken).values(tokens)
  return { accountId: own.id, sessions: sessions.map(({ id }) => id) }
}
const reached = async () => (await backend.database.select().from(deviceToken)).map((row) => row.sessionId)

it('loses its device token with its sign-in, and only its own [AUTH-36]', async () => {
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

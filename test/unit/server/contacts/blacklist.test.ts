import { afterAll, beforeAll, expect, it } from 'vitest'
import { blockPerson } from '#server/contacts/blacklist.ts'
import { befriend, withPresence } from '#server/contacts/friendships.ts'
import { ConnectionRegistry } from '#server/gateway/connection-registry.ts'
import { KeyedLock } from '#server/keyed-lock.ts'
import { account } from '#server/store/schema/index.ts'
import { openMigratedDatabase } from '#test/contract/migrated-database.ts'

let opened: Awaited<ReturnType<typeof openMigratedDatabase>>
beforeAll(async () => {
  opened = await openMigratedDatabase()
}, 60_000)
afterAll(() => opened.close())

it('a block takes effect after a presence that is being sent, so that none is sent after it', async () => {
  const { database } = opened
  const people = ['1', '2'].map((phone) => ({
    ...{ telCode: '86', phone, chatId: `c${phone}`, nickname: 'P', createdAt: 1, lastSeenAt: 1 },
  }))
  const [ann = 0, ben = 0] = (await database.insert(account).values(people).returning()).map(({ id }) => id)
  await database.transaction((transaction) => befriend(transaction, 1, ann, ben))
  const services = {
    ...{ database, clock: { now: () => 1 } },
    ...{ connections: new ConnectionRegistry(), keyedLock: new KeyedLock() },
  }
  const received: unknown[] = []
  services.connections.add({
    ...{ id: 1, accountId: ben, sessionId: 1, end: () => {} },
    send: (text) => received.push(JSON.parse(text)),
  })
  let sendPresence = () => {}
  const readers = new Promise<void>((resolve) => {
    sendPresence = resolve
  })
  const presence = withPresence(services, ann, async () => {
    await readers
    services.connections.deliver({ accountIds: [ben] }, { Cmd: 'Online', FriendID: ann })
  })
  const block = blockPerson(services, ann, ben)
  // More turns of the database than a block takes.
  for (let turn = 0; turn < 10; turn += 1) await database.select().from(account)
  sendPresence()
  await Promise.all([presence, block])
  expect(received).toEqual([
    { Cmd: 'Online', FriendID: ann },
    { Cmd: 'Offline', FriendID: ann },
  ])
})

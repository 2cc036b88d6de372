import { count, eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { mostMembersWithTyping } from '#domain/conversation/typing.ts'
import { mostMembersWithReaders } from '#domain/group/readers.ts'
import type { Cluster, Delivery } from '#server/ports.ts'
import type { Database } from '#server/store/database.ts'
import { account, conversationMember, readMark } from '#server/store/schema/index.ts'
import type { ContractHost } from './contract-host.ts'
import { readTables } from './database-tables.ts'
import { createGroup, sayInGroup } from './group-people.ts'
import { openInProcessHost } from './in-process-host.ts'
import { openMigratedDatabase } from './migrated-database.ts'
import { callAs, connect, dataOrThrow, meet, settle } from './people.ts'

let host: ContractHost
let database: Database
let closeDatabase = async () => {}

beforeEach(async () => {
  const opened = await openMigratedDatabase()
  database = opened.database
  closeDatabase = opened.close
  host = await openInProcessHost({ database })
}, 120_000)
afterEach(async () => {
  await host.close()
  await closeDatabase()
})

/** Adds members without sign-ins until the group has this many. */
async function growTo(members: number, group: number): Promise<void> {
  const [known] = await database
    .select({ count: count() })
    .from(conversationMember)
    .where(eq(conversationMember.conversationId, group))
  const rows = await database
    .insert(account)
    .values(
      Array.from({ length: members - (known?.count ?? 0) }, (_, index) => ({
        ...{
          telCode: '1',
          phone: `555${members}${index}`,
          chatId: `member${members}x${index}`,
          nickname: 'M',
        },
        ...{ createdAt: host.now(), lastSeenAt: host.now() },
      })),
    )
    .returning({ accountId: account.id })
  await database
    .insert(conversationMember)
    .values(rows.map(({ accountId }) => ({ accountId, conversationId: group })))
}

it('the readers of a message are shown in a group of 100 members, and neither shown nor stored in a larger one', async () => {
  const { ann, ben, group } = await createGroup(host)
  const say = async (text: string) => dataOrThrow<{ ID: number }>(await sayInGroup(host, ann, group, text)).ID
  const readers = (ChatID: number) => callAs(host, ann, '/GetMessageReaders', { GroupID: group, ChatID })
  const readAll = () => callAs(host, ben, '/ReadAllGroupChat', { GroupID: group, GroupChatId: 0 })
  const marks = async () => (await database.select().from(readMark)).length

  await growTo(mostMembersWithReaders, group)
  const first = await say('to a hundred')
  await readAll()
  expect(await readers(first)).toMatchObject({ Code: 0, Data: [{ UserID: ben.userId }] })
  const before = await marks()

  await growTo(mostMembersWithReaders + 1, group)
  await say('to one more')
  await readAll()
  expect(await readers(first)).toMatchObject({ Code: 6, Msg: expect.stringContaining('100') })
  expect(await marks()).toBe(before)
})

it('the server forgets after seven days who has read a message', async () => {
  const { ann, ben, group } = await createGroup(host)
  dataOrThrow(await sayInGroup(host, ann, group, 'hello'))
  dataOrThrow(await callAs(host, ben, '/ReadAllGroupChat', { GroupID: group, GroupChatId: 0 }))
  expect(await database.select().from(readMark)).toHaveLength(1)
  host.advance(7 * 24 * 60 * 60_000 + 1)
  await host.sweep()
  expect(await database.select().from(readMark)).toEqual([])
})

it('typing is shown in a group of 100 members and not in a larger one', async () => {
  const { ann, ben, group } = await createGroup(host)
  const [fromAnn, fromBen] = [await connect(host, ann), await connect(host, ben)]
  const heard = async () => {
    fromAnn.send({ Cmd: 'Typing', GroupID: group, State: 'typing' })
    await settle(fromAnn, ann)
    return fromBen.frames.filter(({ Cmd }) => Cmd === 'Typing').length
  }
  await growTo(mostMembersWithTyping, group)
  expect(await heard()).toBe(1)
  await growTo(mostMembersWithTyping + 1, group)
  expect(await heard()).toBe(1)
})

it('typing leaves no trace in a table, and other nodes get it without a stored delivery', async () => {
  const [stored, passed]: [string[], string[]] = [[], []]
  const textOf = (delivery: Delivery) => (delivery.kind === 'frame' ? delivery.text : delivery.kind)
  const alone: Cluster = {
    ...{ firstConnectionId: 0, join: () => {} },
    send: (delivery) => void stored.push(textOf(delivery)),
    pass: (delivery) => void passed.push(textOf(delivery)),
    eraseTexts: async () => {},
    stage: async (_, deliveries) => {
      stored.push(...deliveries.map(textOf))
      return () => {}
    },
    ...{ opened: async () => true, closed: async () => true, connectionsOf: async () => [] },
    ...{ removeEnded: async () => [], lockConversations: async () => {}, runOnce: (task) => task() },
  }
  const node = await openInProcessHost({ database, cluster: alone })
  const { ann, conversation } = await meet(node)
  const fromAnn = await connect(node, ann)
  const before = await readTables(database)
  stored.length = 0
  fromAnn.send({ Cmd: 'Typing', ChatSessionID: conversation, State: 'recording' })
  await settle(fromAnn, ann)
  expect(passed).toEqual([expect.stringContaining('"State":"recording"')])
  expect(stored).toEqual([])
  expect(await readTables(database)).toEqual(before)
  await node.close()
})

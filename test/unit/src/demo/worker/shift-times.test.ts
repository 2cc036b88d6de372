import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/store/prepared-pglite.ts'
import { account, conversation, message } from '#server/store/schema/index.ts'
import { shiftTimes } from '#src/demo/worker/world.ts'
import { openMigratedDatabase } from '#test/contract/migrated-database.ts'

let opened: OpenDatabase
// Starting an embedded PostgreSQL takes seconds, more on a busy machine.
beforeAll(async () => {
  opened = await openMigratedDatabase()
}, 120_000)
afterAll(() => opened.close())

const madeAt = Date.UTC(2026, 0, 14, 15)
const now = Date.UTC(2026, 10, 21, 9)
const minute = 60_000
/** The time of day of the world's creation, so that no time is stretched. */
const timeOfDay = 15 * 60 * minute

it('moves every time of a world so that its present is now, except unset ones', async () => {
  const { database } = opened
  await database.execute(sql`create table demo_world (owner_id bigint not null, made_at bigint not null)`)
  await database.execute(sql`insert into demo_world values (1, ${madeAt})`)
  const people = ['1', '2'].map((phone) => ({
    telCode: '1',
    phone,
    chatId: `c${phone}`,
    nickname: phone,
    createdAt: madeAt - 60 * minute,
    lastSeenAt: madeAt - 2 * minute,
  }))
  const [one, two] = await database.insert(account).values(people).returning()
  const [talk] = await database
    .insert(conversation)
    .values({ lowerAccountId: one?.id, upperAccountId: two?.id, createdAt: madeAt - 50 * minute })
    .returning()
  await database.insert(message).values({
    conversationId: talk?.id ?? 0,
    sequence: 1,
    senderId: one?.id ?? 0,
    clientMessageId: 'one',
    type: 'text',
    body: 'hello',
    sentAt: madeAt - minute,
  })

  await shiftTimes(database, now, timeOfDay)

  const [shifted] = await database.select().from(message)
  expect(shifted).toMatchObject({ sentAt: now - minute, readAt: null, deletedAt: null, body: 'hello' })
  const [first] = await database.select().from(account)
  expect(first).toMatchObject({ createdAt: now - 60 * minute, lastSeenAt: now - 2 * minute })
  const [opening] = await database.select().from(conversation)
  expect(opening).toMatchObject({ createdAt: now - 50 * minute })
})

it('rejects a world without its time of creation', async () => {
  await opened.database.execute(sql`delete from demo_world`)
  await expect(shiftTimes(opened.database, now, timeOfDay)).rejects.toThrow('does not say when')
})

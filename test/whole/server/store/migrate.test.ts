import { expect, it } from 'vitest'
import { migrate } from '#server/store/migrate.ts'
import { openPglite } from '#server/store/prepared-pglite.ts'
import { account } from '#server/store/schema/index.ts'
import { emptyDatabase } from '../../../contract/empty-database.ts'

const person = {
  telCode: '1',
  phone: '5550100',
  chatId: 'c1',
  nickname: 'A\u0000\ud800\u0010B',
  createdAt: 1,
  lastSeenAt: 1,
}

it('migrations apply once, preserve data when run again, and restart sequences when emptied', async () => {
  const { database, close } = await openPglite()
  const [first] = await database.insert(account).values(person).returning()
  expect(first?.id).toBe(100_001)
  expect(first?.nickname).toBe(person.nickname)
  await migrate(database)
  expect(await database.select().from(account)).toHaveLength(1)
  await emptyDatabase(database)
  const [again] = await database.insert(account).values(person).returning()
  expect(again?.id).toBe(100_001)
  await close()
  // Starting an embedded PostgreSQL takes seconds, on a busy machine more.
}, 120_000)

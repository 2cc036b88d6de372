import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inProcessHost } from '#test/contract/in-process-host.ts'
import { openMemoryBackend } from '#test/contract/memory-backend.ts'
import { callAs, signUp } from '#test/contract/people.ts'

it('finds a person by a phone with and without its country code, and reads no other account for it', async () => {
  const backend = await openMemoryBackend()
  const { database } = backend
  const host = inProcessHost(backend)
  const ann = await signUp(host)
  await database.execute(sql`insert into account (tel_code, phone, chat_id, nickname, created_at, last_seen_at)
    select '44', 700000000 + number, 'chat' || number, 'n' || number, 0, 0 from generate_series(1, 10000) as number`)
  const accountsRead = async (): Promise<number> => {
    await database.execute(sql`select pg_stat_force_next_flush()`)
    const count = sql<number>`seq_tup_read::int`
    const [row] = await database.select({ count }).from(sql`pg_stat_user_tables where relname = 'account'`)
    return row?.count ?? 0
  }
  const before = await accountsRead()
  for (const Keyword of ['700000500', '44700000500', '+44 700000500'])
    expect(await callAs(host, ann, '/SearchUserByPhoneAndID', { Keyword })).toMatchObject({
      Data: [{ NickName: 'n500' }],
    })
  expect(await accountsRead()).toBe(before)
  await backend.close()
})

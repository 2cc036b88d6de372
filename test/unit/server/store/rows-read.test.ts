import { gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/store/database.ts'
import { inProcessHost } from '#test/contract/in-process-host.ts'
import { type MemoryBackend, openMemoryBackend } from '#test/contract/memory-backend.ts'
import {
  befriend,
  callAs,
  meet,
  newPhone,
  refreshed,
  requestCode,
  signUp,
  telCode,
} from '#test/contract/people.ts'

/** So many that the planner prefers an index to reading all of them. */
const many = 10_000

/** Signed-in people with a friend and a draft each. */
const crowd = [
  sql`insert into account (tel_code, phone, chat_id, nickname, created_at, last_seen_at)
    select '44', 700000000 + number, 'chat' || number, 'n' || number, 0, 0 from generate_series(1, ${many}::int) as number`,
  sql`insert into sign_in_session (account_id, kind, created_at) select id, 'full', 0 from account`,
  sql`insert into access_token (digest, session_id, expires_at) select 'a' || id, id, 9e12 from sign_in_session`,
  sql`insert into refresh_token (digest, session_id, expires_at) select 'r' || id, id, 9e12 from sign_in_session`,
  sql`insert into friendship (account_id, friend_id, created_at)
    select id, id + 1, 0 from account where id + 1 in (select id from account)`,
  sql`insert into conversation (id, kind, created_at) overriding system value select id, 'group', 0 from account`,
  sql`insert into conversation_member (conversation_id, account_id) select id, id from account`,
  sql`insert into draft (account_id, conversation_id, body, mentions, written_at) select id, id, 'b', '[]', 0 from account`,
]

let backend: MemoryBackend
beforeAll(async () => {
  backend = await openMemoryBackend()
  for (const statement of crowd) await backend.database.execute(statement)
}, 60_000)
afterAll(() => backend.close())

/** The rows that scans of whole tables have read so far, by large table. */
async function rowsScanned(database: Database): Promise<ReadonlyMap<string, number>> {
  await database.execute(sql`select pg_stat_force_next_flush()`)
  const [table, scanned] = [sql<string>`relname`, sql<number>`seq_tup_read::int`]
  const rows = await database
    .select({ table, scanned })
    .from(sql`pg_stat_user_tables`)
    .where(gt(sql`n_live_tup`, many / 2))
  return new Map(rows.map((row) => [row.table, row.scanned]))
}

/** Returns the large tables that a task reads as a whole. */
async function tablesScanned(task: () => Promise<unknown>): Promise<readonly string[]> {
  const before = await rowsScanned(backend.database)
  await task()
  const after = await rowsScanned(backend.database)
  expect(after.size).toBeGreaterThanOrEqual(crowd.length)
  return [...after].flatMap(([table, scanned]) => (scanned === before.get(table) ? [] : [table]))
}

describe('no large table is read as a whole when a person', () => {
  const host = () => inProcessHost(backend)

  it('is searched by phone, with or without the country code', async () => {
    const ann = await signUp(host())
    const search = async () => {
      for (const Keyword of ['700000500', '44700000500', '+44 700000500'])
        expect(await callAs(host(), ann, '/SearchUserByPhoneAndID', { Keyword })).toMatchObject({
          Data: [{ NickName: 'n500' }],
        })
    }
    expect(await tablesScanned(search)).toEqual([])
  })

  it('signs up, signs in and gets new tokens', async () => {
    const ann = await signUp(host())
    backend.advance(60_000)
    const Code = await requestCode(host(), ann.phone, '2')
    const login = { Phone: ann.phone, TelCode: telCode, Code }
    expect(await tablesScanned(() => host().call('/PhoneLogin', login))).toEqual([])
    expect(await tablesScanned(() => refreshed(host(), ann))).toEqual([])
    const phone = newPhone()
    const registration = { Phone: phone, TelCode: telCode, Code: await requestCode(host(), phone, '1') }
    expect(await tablesScanned(() => host().call('/PhoneRegister', registration))).toEqual([])
  })

  it('makes a friend and ends the friendship', async () => {
    const [ann, ben] = [await signUp(host()), await signUp(host())]
    expect(await tablesScanned(() => befriend(host(), ann, ben))).toEqual([])
    const end = () => callAs(host(), ann, '/DeleteFriend', { UserID: ben.userId })
    expect(await tablesScanned(end)).toEqual([])
  })

  it.each([
    ['/GetAllSessionList', {}],
    ['/GetFriends', {}],
    ['/GetBlackList', {}],
    ['/GetUserInfo', {}],
  ])('calls %s', async (path, fields) => {
    const { ann } = await meet(host())
    expect(await tablesScanned(() => callAs(host(), ann, path, fields))).toEqual([])
  })
})

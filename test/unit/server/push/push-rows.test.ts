import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readPushRows } from '#server/push/push-content.ts'
import type { Database } from '#server/store/database.ts'
import { openMigratedDatabase } from '#test/contract/migrated-database.ts'

const people = 1_000

/** The number of rows that this transaction and earlier ones have read from tables. */
async function rowsRead(transaction: Database): Promise<number> {
  const count = sql<number>`sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int`
  const [row] = await transaction.select({ count }).from(sql`pg_stat_xact_user_tables`)
  return row?.count ?? 0
}

/** All people are signed in without a device token. Each with an odd number writes to the next one. */
const pairs = [
  sql`insert into account (tel_code, phone, chat_id, nickname, created_at, last_seen_at)
    select '86', number, number, 'n', 0, 0 from generate_series(1, ${people}::int) as number`,
  sql`insert into sign_in_session (account_id, kind, created_at) select id, 'full', 0 from account`,
  sql`insert into conversation (created_at, lower_account_id, upper_account_id)
    select 0, id, id + 1 from account where id % 2 = 1 and id + 1 in (select id from account)`,
  sql`insert into conversation_member (conversation_id, account_id, peer_id)
    select id, lower_account_id, upper_account_id from conversation
    union all select id, upper_account_id, lower_account_id from conversation`,
  sql`insert into message (conversation_id, sequence, sender_id, client_message_id, type, body, sent_at)
    select id, 1, lower_account_id, id, 'txt', 'hello', 0 from conversation`,
]

// The database plans a statement when it first runs.
it.each([
  ['empty', true],
  ['full', false],
])(
  'a push reads only rows of its messages and members, if it is planned on %s tables',
  async (_, isEmpty) => {
    const { database, close } = await openMigratedDatabase()
    if (isEmpty) await readPushRows(database, [{ messageId: 1, sessionId: 0 }], 1)
    for (const statement of pairs) await database.execute(statement)
    const messages = Array.from({ length: 50 }, (__, index) => ({ messageId: index + 1, sessionId: 0 }))
    await database.transaction(async (transaction) => {
      const before = await rowsRead(transaction)
      await readPushRows(transaction, messages, 1)
      const read = (await rowsRead(transaction)) - before
      expect(read).toBeGreaterThanOrEqual(messages.length)
      expect(read).toBeLessThan(10 * messages.length)
    })
    await close()
  },
)

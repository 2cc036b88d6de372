import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isUniqueViolation } from '#server/store/database.ts'
import { PreparedPglite } from '#server/store/prepared-pglite.ts'

let client: PreparedPglite

beforeAll(async () => {
  client = await PreparedPglite.open()
}, 60_000)
afterAll(() => client.close())
beforeEach(async () => {
  await client.exec(
    'drop table if exists note; create table note (id bigint primary key, text text, tags text[])',
  )
})

const insert = 'insert into note values ($1, $2, $3)'
const select = 'select id, text, tags from note order by id'
const namesOfPrepared = async () =>
  (await client.query('select name from pg_prepared_statements')).rows.length

describe('the embedded database with prepared statements', () => {
  it('returns the same results as without them, however often a statement runs', async () => {
    for (const id of [1, 2, 3]) {
      const written = await client.query(insert, [id, id === 2 ? null : `it's "${id}"`, ['a', 'b']])
      expect(written.affectedRows).toBe(1)
    }
    for (const rowMode of ['object', 'array', 'object'] as const) {
      const own = await client.query(select, [], { rowMode })
      const { rows, fields } = await client.query(select, [], { rowMode, serializers: {} })
      expect([own.rows, own.fields]).toEqual([rows, fields])
    }
    expect((await client.query('update note set text = $1', ['x'])).affectedRows).toBe(3)
  })

  it('reports a violated constraint by its code, and continues', async () => {
    const database = client.toDatabase()
    const add = () => database.execute(sql`insert into note values (${1}, ${'one'})`)
    await add()
    await expect(add()).rejects.toSatisfy(isUniqueViolation)
    await expect(client.query('select nothing from nowhere')).rejects.toThrow('nowhere')
    expect((await client.query(select)).rows).toHaveLength(1)
  })

  it('rolls back a failed transaction, and runs no other statement inside one', async () => {
    const order: string[] = []
    const failed = client.transaction(async (transaction) => {
      await transaction.query(insert, [1, 'inside', null])
      order.push('inside')
      await transaction.query(insert, [1, 'again', null])
    })
    const outside = client.query(select).then(({ rows }) => order.push(`${rows.length} rows outside`))
    await expect(failed).rejects.toThrow('duplicate')
    await outside
    expect(order).toEqual(['inside', '0 rows outside'])
  })

  it('ends a write-ahead log of more than 64 MB, and leaves a shorter one', async () => {
    const checkpoints = async () =>
      (await client.query<{ at: string }>('select redo_lsn::text as at from pg_control_checkpoint()')).rows[0]
        ?.at
    const before = await checkpoints()
    await client.checkpoint()
    expect(await checkpoints()).toBe(before)
    // Each starts another file of 16 MB.
    for (const id of [1, 2, 3, 4, 5]) {
      await client.query(insert, [id, 'text', []])
      await client.exec('select pg_switch_wal()')
    }
    await client.checkpoint()
    expect(await checkpoints()).not.toBe(before)
  })

  it('undoes to a savepoint', async () => {
    const database = client.toDatabase()
    await database.transaction(async (transaction) => {
      await transaction.execute(sql`insert into note values (1)`)
      const inner = transaction.transaction((nested) => nested.execute(sql`insert into note values (1)`))
      await expect(inner).rejects.toSatisfy(isUniqueViolation)
      await transaction.execute(sql`insert into note values (2)`)
    })
    expect((await client.query(select)).rows).toHaveLength(2)
  })

  it('refuses a transaction that is over', async () => {
    const over = await client.transaction(async (transaction) => transaction)
    await expect(over.query(select)).rejects.toThrow('closed')
  })

  it('drops the least recently used statements, and prepares them again', async () => {
    for (let count = 0; count < 600; count++) await client.query(`select ${count}`)
    expect(await namesOfPrepared()).toBeLessThanOrEqual(500)
    expect((await client.query('select 0 as zero')).rows).toEqual([{ zero: 0 }])
  })

  it('plans a statement again after many uses', async () => {
    const named = 'select name from pg_prepared_statements where statement = $1'
    const nameAfter = async (uses: number) => {
      for (let use = 0; use < uses; use++) await client.query(select)
      return (await client.query(named, [select])).rows
    }
    const first = await nameAfter(10)
    expect(await nameAfter(10)).toEqual(first)
    expect(await nameAfter(1000)).not.toEqual(first)
  })
})

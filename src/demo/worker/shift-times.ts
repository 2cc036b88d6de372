import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/store/database.ts'
import { demoWorld } from '../dump/world-record.ts'
import { fitToDay } from '../world/fit-to-day.ts'

/**
 * Moves every time of the world on, so that what was just now when it was made is just now at `now` (ms since 1970),
 * and its nights are nights at this place, where it is `timeOfDay` (ms since midnight).
 * Times are the columns that end in `_at`, as everywhere in the server's tables.
 */
export async function shiftTimes(database: Database, now: number, timeOfDay: number): Promise<void> {
  const [world] = await database.select().from(demoWorld)
  if (!world) throw new Error('The prepared world does not say when it was made')
  const { recent, factor, added } = fitToDay(timeOfDay)
  const shifted = (column: SQL): SQL => {
    const age = sql`(${world.madeAt}::bigint - ${column})`
    return sql`${now}::bigint - case when ${age} <= ${recent}::bigint
      then round(${age} * ${factor}::float8)::bigint else ${age} + ${added}::bigint end`
  }
  for (const [table, columns] of await timeColumns(database)) {
    const changes = columns.map((column) => {
      const name = sql`${sql.identifier(column)}`
      return sql`${name} = ${shifted(name)}`
    })
    await database.execute(sql`update ${sql.identifier(table)} set ${sql.join(changes, sql`, `)}`)
  }
}

/** The time columns of each table. */
async function timeColumns(database: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await database
    .select({ table: sql<string>`table_name`, column: sql<string>`column_name` })
    .from(sql`information_schema.columns`)
    .where(sql`table_schema = 'public' and data_type = 'bigint' and column_name like '%\\_at'`)
  const tables = new Map<string, string[]>()
  for (const { table, column } of rows) tables.set(table, [...(tables.get(table) ?? []), column])
  return tables
}

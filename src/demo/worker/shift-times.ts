import { sql } from 'drizzle-orm'
import type { Database } from '#server/store/database.ts'
import { demoWorld } from '../dump/world-record.ts'

/**
 * Moves every time of the world on, so that what was just now when it was made is just now at `now` (ms since 1970).
 * Times are the columns that end in `_at`, as everywhere in the server's tables.
 */
export async function shiftTimes(database: Database, now: number): Promise<void> {
  const [world] = await database.select().from(demoWorld)
  if (!world) throw new Error('The prepared world does not say when it was made')
  const shift = now - world.madeAt
  for (const [table, columns] of await timeColumns(database)) {
    const changes = columns.map(
      (column) => sql`${sql.identifier(column)} = ${sql.identifier(column)} + ${shift}`,
    )
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

import { sql } from 'drizzle-orm'
import type { Database } from '#server/store/database.ts'

/** Every row as text, by the name of its table. */
export type Tables = Readonly<Record<string, readonly string[]>>

/** Reads every row of every table, in an order that does not depend on how they are stored. */
export async function readTables(database: Database): Promise<Tables> {
  const names = await database
    .select({ name: sql<string>`table_name` })
    .from(sql`information_schema.tables where table_schema = 'public'`)
  const tables: Record<string, readonly string[]> = {}
  for (const { name } of names) {
    const table = sql.identifier(name)
    const rows = await database
      .select({ row: sql<string>`to_jsonb(${table}.*)::text` })
      .from(sql`${table} order by 1`)
    tables[name] = rows.map(({ row }) => row)
  }
  return tables
}

import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/store/database.ts'
import * as schema from '#server/store/schema/index.ts'

const tableNames = Object.values(schema).flatMap((entry) => (is(entry, PgTable) ? [getTableName(entry)] : []))

/** Empties all tables and restarts their ids, as right after `migrate`. */
export const emptyDatabase = (database: Database): Promise<void> => emptyTables(database, tableNames)

/** Empties these tables and those that refer to them, and restarts their ids. */
export async function emptyTables(database: Database, names: readonly string[]): Promise<void> {
  const list = names.map((name) => `"${name}"`).join(', ')
  await database.execute(sql.raw(`truncate ${list} restart identity cascade`))
}

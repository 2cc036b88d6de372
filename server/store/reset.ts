import { getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'
import * as schema from './schema/index.ts'

const tableNames = Object.values(schema).flatMap((entry) => (is(entry, PgTable) ? [getTableName(entry)] : []))

/** Empties every table and starts its numbers anew, as right after `migrate`. */
export async function emptyDatabase(database: Database): Promise<void> {
  const list = tableNames.map((name) => `"${name}"`).join(', ')
  await database.execute(sql.raw(`truncate ${list} restart identity`))
}

import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'
import initial from './migrations/0000_initial.sql?raw'

/** Every migration's SQL by its path, in order, embedded by the bundler so that no host has to find files. */
export const migrations: Readonly<Record<string, string>> = {
  './migrations/0000_initial.sql': initial,
}

const statementBreak = '--> statement-breakpoint'
// An arbitrary number that is the same in all processes of a database.
const migrationLock = 4_310_001

const appliedMigration = pgTable('applied_migration', { name: text('name').primaryKey() })

/**
 * Migrates the database to this version: applies the missing migrations, in order, all or none. Safe to call at every
 * start.
 */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${migrationLock})`)
    await transaction.execute(sql`create table if not exists applied_migration (name text primary key)`)
    const rows = await transaction.select().from(appliedMigration)
    const applied = new Set(rows.map((row) => row.name))
    for (const [name, text] of Object.entries(migrations).sort(byName)) {
      if (applied.has(name)) continue
      await applyMigration(transaction, name, text)
    }
  })
}

async function applyMigration(transaction: Database, name: string, text: string): Promise<void> {
  for (const statement of text.split(statementBreak)) await transaction.execute(sql.raw(statement))
  await transaction.insert(appliedMigration).values({ name })
}

// Names start with a zero-padded number, so alphabetical order is version order.
const byName = ([left]: [string, string], [right]: [string, string]): number => (left < right ? -1 : 1)

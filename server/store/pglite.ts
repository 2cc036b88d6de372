import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { PreparedPglite } from './prepared-pglite.ts'

export interface OpenDatabase {
  readonly database: Database
  close(): Promise<void>
}

/**
 * Opens the embedded PostgreSQL, migrated and ready.
 * @param dataDir a directory, or nothing for a database that lives in memory
 */
export async function openPglite(dataDir?: string): Promise<OpenDatabase> {
  const client = await PreparedPglite.open(dataDir)
  const database = client.toDatabase()
  await migrate(database)
  return { database, close: () => client.close() }
}

import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { PreparedPglite } from './prepared-pglite.ts'

export interface OpenDatabase {
  readonly database: Database
  close(): Promise<void>
}

/**
 * Opens the embedded PostgreSQL and migrates it.
 * @param dataDir a directory; without one the database is in memory
 */
export async function openPglite(dataDir?: string): Promise<OpenDatabase> {
  const client = await PreparedPglite.open(dataDir)
  const database = client.toDatabase()
  await migrate(database)
  return { database, close: () => client.close() }
}

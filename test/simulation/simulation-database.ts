import type { Database } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import { PreparedPglite } from '#server/store/prepared-pglite.ts'
import { emptyTables } from '#server/store/reset.ts'

/** The database failed a statement and rolled its transaction back. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure'
}

/** One embedded PostgreSQL for all seeds of a process, emptied between them. */
export interface SimulationDatabase {
  /** The server's connection, which may fail. */
  readonly database: Database
  /** The checks' connection to the same data, which never fails. */
  readonly truth: Database
  /** Makes the statement after `count` further ones fail, and calls `failed` when it does. */
  failAfter(count: number, failed?: () => void): void
  /** Empties the tables, restarts the sequences and removes a scheduled failure. */
  reset(): Promise<void>
  close(): Promise<void>
}

export async function openSimulationDatabase(): Promise<SimulationDatabase> {
  const client = await PreparedPglite.open()
  let statementsLeft = Number.POSITIVE_INFINITY
  let tell = () => {}
  /** Tables that may contain rows. */
  const written = new Set<string>()
  const database = client.toDatabase({
    logQuery: (query) => {
      const table = /insert into "(\w+)"/.exec(query)?.[1]
      if (table !== undefined) written.add(table)
      if (statementsLeft-- > 0) return
      statementsLeft = Number.POSITIVE_INFINITY
      tell()
      throw new DatabaseFailure('the database is failing')
    },
  })
  await migrate(database)
  written.clear()
  return {
    database,
    truth: client.toDatabase(),
    failAfter(count, failed = () => {}) {
      statementsLeft = count
      tell = failed
    },
    async reset() {
      statementsLeft = Number.POSITIVE_INFINITY
      // Emptying all tables would cost as much as a dozen commands.
      if (written.size > 0) await emptyTables(database, [...written])
      written.clear()
    },
    close: () => client.close(),
  }
}

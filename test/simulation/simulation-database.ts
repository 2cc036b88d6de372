import type { Database } from '#server/store/database.ts'
import { migrate } from '#server/store/migrate.ts'
import { PreparedPglite } from '#server/store/prepared-pglite.ts'
import { emptyTables } from '#server/store/reset.ts'

/** The database refused a statement; its transaction is rolled back. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure'
}

/** One embedded PostgreSQL for all seeds of a process, emptied between them. */
export interface SimulationDatabase {
  /** The server's door, which may fail. */
  readonly database: Database
  /** The checks' door to the same data, which never fails. */
  readonly truth: Database
  /** Lets the statement after `count` more ones fail; `failed` is told when it does. */
  failAfter(count: number, failed?: () => void): void
  /** Empty tables, numbers from the start, no failure waiting. */
  reset(): Promise<void>
  close(): Promise<void>
}

export async function openSimulationDatabase(): Promise<SimulationDatabase> {
  const client = await PreparedPglite.open()
  let statementsLeft = Number.POSITIVE_INFINITY
  let tell = () => {}
  /** Tables that may hold something. */
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
      // To empty all would cost as much as a dozen commands.
      if (written.size > 0) await emptyTables(database, [...written])
      written.clear()
    },
    close: () => client.close(),
  }
}

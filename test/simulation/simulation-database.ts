import type { Database } from '#server/store/database.ts'
import { openMigratedPglite } from '#test/contract/migrated-database.ts'
import { emptyTables } from '../contract/empty-database.ts'

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
  /** The read markers that went back since the last reset, in words. */
  loweredReadMarkers(): Promise<readonly string[]>
  /** Makes the statement after `count` further ones fail, and calls `failed` when it does. */
  failAfter(count: number, failed?: () => void): void
  /** Empties the tables, restarts the sequences and removes a scheduled failure. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** Records in a table of its own when a statement lowers a read marker. */
const watchReadMarkers = `
  create table lowered_read_marker (conversation_id int, account_id int, before int, after int);
  create function record_lowered_read_marker() returns trigger language plpgsql as $$
  begin
    insert into lowered_read_marker
      values (old.conversation_id, old.account_id, old.read_message_id, new.read_message_id);
    return null;
  end $$;
  create trigger lowered_read_marker after update of read_message_id on conversation_member
    for each row when (new.read_message_id < old.read_message_id)
    execute function record_lowered_read_marker();
`

interface LoweredReadMarker {
  readonly conversation_id: number
  readonly account_id: number
  readonly before: number
  readonly after: number
}

export async function openSimulationDatabase(): Promise<SimulationDatabase> {
  const client = await openMigratedPglite()
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
  await client.exec(watchReadMarkers)
  written.clear()
  return {
    database,
    truth: client.toDatabase(),
    async loweredReadMarkers() {
      const { rows } = await client.query<LoweredReadMarker>('select * from lowered_read_marker')
      return rows.map(
        ({ conversation_id, account_id, before, after }) =>
          `account ${account_id} in conversation ${conversation_id}: from ${before} back to ${after}`,
      )
    },
    failAfter(count, failed = () => {}) {
      statementsLeft = count
      tell = failed
    },
    async reset() {
      statementsLeft = Number.POSITIVE_INFINITY
      await client.exec('delete from lowered_read_marker')
      // Emptying all tables would cost as much as a dozen commands.
      if (written.size > 0) await emptyTables(database, [...written])
      written.clear()
    },
    close: () => client.close(),
  }
}

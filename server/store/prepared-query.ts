import { entityKind } from 'drizzle-orm'
import {
  PgDatabase,
  PgDialect,
  PgPreparedQuery,
  PgSession,
  type PreparedQueryConfig,
} from 'drizzle-orm/pg-core'
import type { Database } from './database.ts'

type PrepareArguments = Parameters<PgSession['prepareQuery']>

/** The queries that a query was built from; they do not run themselves. */
class RecordedQuery<Config extends PreparedQueryConfig> extends PgPreparedQuery<Config> {
  static override readonly [entityKind]: string = 'RecordedQuery'

  override execute(): never {
    throw new Error('Only the query of a database can be asked')
  }
}

interface Recorded {
  readonly prepared: PrepareArguments
  readonly query: RecordedQuery<PreparedQueryConfig>
}

/** A session without a database, for preparing queries. */
class RecordingSession extends PgSession {
  static override readonly [entityKind]: string = 'RecordingSession'
  recorded: Recorded | undefined

  override prepareQuery<Config extends PreparedQueryConfig>(...prepared: PrepareArguments) {
    const query = new RecordedQuery<Config>(prepared[0], undefined, prepared[5])
    this.recorded = { prepared, query }
    return query
  }

  override transaction(): never {
    throw new Error('A query that is put together once is no transaction')
  }
}

/** Where Drizzle records, on a prepared query, which of its joined tables may be missing. */
const missingTables = 'joinsNotNullableMap'

/**
 * A query that runs so often that building its SQL each time would cost more than running it.
 * @param prepare builds it, with `sql.placeholder` for its values, and prepares it
 * @returns the query of a database or a transaction
 */
export function preparedQuery<Query extends PgPreparedQuery<PreparedQueryConfig>>(
  prepare: (database: Database) => Query,
): (database: Database) => Query {
  let recorded: Recorded | undefined
  return (database) => {
    recorded ??= record(prepare)
    const query = database._.session.prepareQuery(...recorded.prepared)
    Reflect.set(query, missingTables, Reflect.get(recorded.query, missingTables))
    // The same query in another session, with the same results.
    return query as unknown as Query
  }
}

function record(prepare: (database: Database) => unknown): Recorded {
  const dialect = new PgDialect()
  const session = new RecordingSession(dialect)
  prepare(new PgDatabase(dialect, session, undefined))
  if (!session.recorded) throw new Error('A query that is put together once was not prepared')
  return session.recorded
}

/** Converts the values of a query: one row gives a value, several rows give a list. */
export const valuesOf =
  <Row>(rows: readonly Row[]) =>
  <Value>(read: (row: Row) => Value): Value | readonly Value[] => {
    const [first] = rows
    return rows.length === 1 && first !== undefined ? read(first) : rows.map(read)
  }

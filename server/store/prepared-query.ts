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

/** What a query was put together of; it is not asked itself. */
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

/** The session of no database, which keeps what is prepared in it. */
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

/** Where Drizzle writes, on a query it has prepared, which of its joined tables may be missing. */
const missingTables = 'joinsNotNullableMap'

/**
 * A query that runs so often that building its SQL each time would cost more than running it.
 * @param prepare puts it together, with `sql.placeholder` for its values, and prepares it
 * @returns the query of a database, or of a transaction
 */
export function preparedQuery<Query extends PgPreparedQuery<PreparedQueryConfig>>(
  prepare: (database: Database) => Query,
): (database: Database) => Query {
  let recorded: Recorded | undefined
  return (database) => {
    recorded ??= record(prepare)
    const query = database._.session.prepareQuery(...recorded.prepared)
    Reflect.set(query, missingTables, Reflect.get(recorded.query, missingTables))
    // The same query in another session: it answers alike.
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

/** Reads what a query is given of rows: of a single one its value, of several a list of theirs. */
export const valuesOf =
  <Row>(rows: readonly Row[]) =>
  <Value>(read: (row: Row) => Value): Value | readonly Value[] => {
    const [first] = rows
    return rows.length === 1 && first !== undefined ? read(first) : rows.map(read)
  }

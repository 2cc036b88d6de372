import type { Database } from './database.ts'

/**
 * A query that is asked so often that putting its SQL together anew each time would cost more than asking it.
 * @param prepare puts it together for one database, with `sql.placeholder` for its values, and prepares it
 * @returns the query of a database: the same object each time. A transaction is a database of its own, for which this gains
 * nothing.
 */
export function preparedQuery<Query>(prepare: (database: Database) => Query): (database: Database) => Query {
  const known = new WeakMap<Database, Query>()
  return (database) => {
    const query = known.get(database) ?? prepare(database)
    known.set(database, query)
    return query
  }
}

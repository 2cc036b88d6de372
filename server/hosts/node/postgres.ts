import type { Pool } from 'pg'
import type { FaultReporter } from '../../ports.ts'
import type { Database } from '../../store/database.ts'
import { migrate } from '../../store/migrate.ts'
import type { OpenDatabase } from '../../store/prepared-pglite.ts'
import { SettingsError } from './settings.ts'

/** The connections of one node. Most calls take one for a few milliseconds. */
const maxConnections = 16
/** The time limit for a free or a new connection, ms. */
const connectionTimeLimit = 10_000
/**
 * The database ends a transaction whose node is paused or cut off after this time, ms. Until then the transaction locks
 * its conversations, and other senders wait.
 */
const idleTransactionTimeLimit = 2_000

/** The object id of PostgreSQL's type `bigint`. */
const bigintType = 20

/** A PostgreSQL that several nodes may share. */
export interface OpenPostgres extends OpenDatabase {
  readonly pool: Pool
}

/**
 * Opens a PostgreSQL and migrates it. The driver is loaded only here, because a server with an embedded database does
 * not need it.
 * @param startTimer times each use of a connection, which is a statement or a transaction
 * @throws SettingsError if the database cannot be reached
 */
export async function openPostgres(
  url: string,
  faults: FaultReporter,
  startTimer?: () => () => void,
): Promise<OpenPostgres> {
  const [{ default: pg }, { drizzle }] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
  ])
  // As the embedded database does. No count, id or time exceeds the safe integers.
  pg.types.setTypeParser(bigintType, Number)
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectionTimeLimit,
    keepAlive: true,
    application_name: 'web-chat',
    idle_in_transaction_session_timeout: idleTransactionTimeLimit,
    // One plan for all values, as in the embedded database.
    options: '-c plan_cache_mode=force_generic_plan',
  })
  // An idle connection failed. The pool replaces it; without a listener the error would end the process.
  pool.on('error', (cause) =>
    // Without the error itself, which has the connection and its password.
    faults.report({ kind: 'database', detail: `a connection was lost: ${cause.message}` }),
  )
  // Without a listener the error of a connection in use would end the process too. Its next statement fails anyway.
  pool.on('connect', (connection) => connection.on('error', () => {}))
  if (startTimer) timeConnections(pool, startTimer)
  // The common type hides what only this driver can do.
  const database: Database = drizzle({ client: pool })
  try {
    await migrate(database)
  } catch (cause) {
    await pool.end()
    throw new SettingsError(`The database of DATABASE_URL cannot be used: ${reasonOf(cause)}.`)
  }
  return { database, pool, close: () => pool.end() }
}

function timeConnections(pool: Pool, startTimer: () => () => void): void {
  const ends = new WeakMap<object, () => void>()
  pool.on('acquire', (client) => ends.set(client, startTimer()))
  pool.on('release', (_, client) => ends.get(client)?.())
}

/** The driver's reason, without the statement. */
const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause)
  return cause.cause instanceof Error ? reasonOf(cause.cause) : cause.message || cause.name
}

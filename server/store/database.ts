import { DrizzleQueryError } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/**
 * The only access to the store: Drizzle over any driver of PostgreSQL's dialect. A transaction has the same type, so
 * that one function works inside and outside of it. Inside, only the given transaction may be queried.
 */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** The methods of a client that Drizzle calls. */
interface QueryingClient {
  query(...parameters: never[]): Promise<unknown>
  transaction(...parameters: never[]): Promise<unknown>
}

/**
 * The same client for Drizzle, with each statement and each transaction timed, including the time that it waits.
 * @param start starts a timer and returns the function that ends it
 */
export function timeClient<Client extends QueryingClient>(client: Client, start: () => () => void) {
  const timed =
    <Parameters extends unknown[], Result>(run: (...parameters: Parameters) => Promise<Result>) =>
    (...parameters: Parameters) => {
      const end = start()
      return run(...parameters).finally(end)
    }
  return { query: timed(client.query.bind(client)), transaction: timed(client.transaction.bind(client)) }
}

/** Whether a statement failed because a row with the same key exists. */
export const isUniqueViolation = (cause: unknown): boolean =>
  cause instanceof DrizzleQueryError &&
  cause.cause !== undefined &&
  'code' in cause.cause &&
  cause.cause.code === '23505'

/**
 * Reads a long list in batches, with a turn of the event loop in between, so that others are served meanwhile.
 * @param read returns at most `size` rows after the last row, in order
 */
export async function readInBatches<Row>(
  { nextTurn }: { readonly nextTurn?: () => Promise<unknown> },
  size: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (;;) {
    const batch = await read(rows.at(-1))
    rows.push(...batch)
    if (batch.length < size) return rows
    await nextTurn?.()
  }
}

import { DrizzleQueryError } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/**
 * The only access to the store: Drizzle over any driver of PostgreSQL's dialect. A transaction has the same type, so
 * that one function works inside and outside of it. Inside, only the given transaction may be queried.
 */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** Whether a statement failed because a row with the same key exists. */
export const isUniqueViolation = (cause: unknown): boolean =>
  cause instanceof DrizzleQueryError &&
  cause.cause !== undefined &&
  'code' in cause.cause &&
  cause.cause.code === '23505'

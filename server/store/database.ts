import { DrizzleQueryError } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/**
 * The store's one door: Drizzle over any driver of PostgreSQL's dialect. A transaction has the same type, so that
 * one function serves inside and outside of it; inside, only the transaction given may be asked.
 */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** Whether a statement failed because a row with the same key exists. */
export const isUniqueViolation = (cause: unknown): boolean =>
  cause instanceof DrizzleQueryError &&
  cause.cause !== undefined &&
  'code' in cause.cause &&
  cause.cause.code === '23505'

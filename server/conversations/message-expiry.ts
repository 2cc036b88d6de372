import { and, isNotNull, isNull, or, type Placeholder, sql } from 'drizzle-orm'
import { message } from '../store/schema/index.ts'

/** Whether a message has expired at `now`, ms. Its body is not served from then on, erased or not (DEC-109). */
export const isExpired = ({ expiresAt }: { readonly expiresAt: number | null }, now: number): boolean =>
  expiresAt !== null && expiresAt <= now

/** The same as a query condition: messages that still have a body to show. */
export const hasReadableBody = (
  table: Pick<typeof message, 'body' | 'expiresAt'>,
  now: number | Placeholder,
) => and(isNotNull(table.body), or(isNull(table.expiresAt), sql`${table.expiresAt} > ${now}`))

/** The columns that reading a message at `now` sets: the time, and when it expires if it has a timer [BURN-10]. */
export const readStamp = (now: number) => ({
  readAt: now,
  expiresAt: sql<number | null>`${now}::bigint + ${message.timerSeconds} * 1000`,
})

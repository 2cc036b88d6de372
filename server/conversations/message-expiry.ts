import { and, isNotNull, isNull, or, type Placeholder, sql } from 'drizzle-orm'
import { type conversation, message } from '../store/schema/index.ts'

/** Whether a message's time is over at `now`, ms; from then on its body is served to nobody, swept or not (DEC-109). */
export const isExpired = ({ expiresAt }: { readonly expiresAt: number | null }, now: number): boolean =>
  expiresAt !== null && expiresAt <= now

/** The same as a condition on messages: those that still have a body to show. */
export const hasReadableBody = (
  table: Pick<typeof message, 'body' | 'expiresAt'>,
  now: number | Placeholder,
) => and(isNotNull(table.body), or(isNull(table.expiresAt), sql`${table.expiresAt} > ${now}`))

/** What reading a message at `now` sets: the time, and when it vanishes, if it does [BURN-10]. */
export const readStamp = (now: number) => ({
  readAt: now,
  expiresAt: sql<number | null>`${now}::bigint + ${message.timerSeconds} * 1000`,
})

/** The vanish setting of a conversation, for a message that is stored now: seconds, or null when it is to stay. */
export const timerOf = ({ timerSeconds }: Pick<typeof conversation.$inferSelect, 'timerSeconds'>) =>
  timerSeconds > 0 ? timerSeconds : null

import { and, isNotNull, isNull, or, type Placeholder, sql } from 'drizzle-orm'
import { type conversation, message } from '../store/schema/index.ts'

/** Whether a message's time is over at `now`, ms; from then on its body is served to nobody, swept or not (DEC-109). */
export const isBurned = ({ burnsAt }: { readonly burnsAt: number | null }, now: number): boolean =>
  burnsAt !== null && burnsAt <= now

/** The same as a condition on messages: those that still have a body to show. */
export const hasLiveBody = (table: Pick<typeof message, 'body' | 'burnsAt'>, now: number | Placeholder) =>
  and(isNotNull(table.body), or(isNull(table.burnsAt), sql`${table.burnsAt} > ${now}`))

/** What reading a message at `now` sets: the time, and when it vanishes, if it does [BURN-10]. */
export const readingAt = (now: number) => ({
  readAt: now,
  burnsAt: sql<number | null>`${now}::bigint + ${message.vanishSeconds} * 1000`,
})

/** The vanish setting of a conversation, for a message that is stored now: seconds, or null when it is to stay. */
export const vanishOf = ({ vanishSeconds }: Pick<typeof conversation.$inferSelect, 'vanishSeconds'>) =>
  vanishSeconds > 0 ? vanishSeconds : null

const hour = 60 * 60 * 1000
const day = 24 * hour

/** How long a device keeps data, ms. */
export interface RetentionTimes {
  /** Messages, from the time they were sent. */
  readonly messages: number
  /** Other log events, from the time they were recorded. Then compaction folds them into the log snapshot. */
  readonly events: number
}

/** How many days messages are kept if the server names no number [STORE-06] (DEC-90). */
const messageDays = 7
/** [STORE-07] */
const eventDays = 3

/**
 * Returns the retention times for the server's settings. An invalid number counts as absent [STORE-06 STORE-07]
 * (DEC-90).
 */
export const retentionTimes = (daysOfServer: number | null | undefined): RetentionTimes => ({
  messages: (daysOfServer && daysOfServer > 0 ? daysOfServer : messageDays) * day,
  events: eventDays * day,
})

/** A leader tab first looks for expired data after the first time, then repeatedly after the second, ms. */
export const firstRetention = 30_000
export const retentionInterval = hour

const hour = 60 * 60 * 1000
const day = 24 * hour

/** How long a device keeps what it has, ms. */
export interface RetentionTimes {
  /** Messages, from when they were sent. */
  readonly messages: number
  /** Other events of the log, from when they were recorded; then they are folded into the base. */
  readonly events: number
}

/** Days that messages are kept when the server names none [STORE-06] (DEC-90). */
const messageDays = 7
/** [STORE-07] */
const eventDays = 3

/** What the server's figure comes to; one that is no figure counts as none [STORE-06 STORE-07] (DEC-90). */
export const retentionTimes = (daysOfServer: number | null | undefined): RetentionTimes => ({
  messages: (daysOfServer && daysOfServer > 0 ? daysOfServer : messageDays) * day,
  events: eventDays * day,
})

/** After this time in the lead a tab looks for what is too old, and then again and again after the other, ms. */
export const firstRetention = 30_000
export const retentionInterval = hour

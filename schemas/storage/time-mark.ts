import * as z from 'zod/mini'

/**
 * The server's time and the device's wall clock at the same moment, ms. The next start estimates the server's time from
 * it.
 */
export const timeMark = z.object({ server: z.number(), device: z.number() })
export type TimeMark = z.infer<typeof timeMark>

/** Reads a stored mark; undefined if it is invalid. */
export const readTimeMark = (value: unknown): TimeMark | undefined => z.safeParse(timeMark, value).data

import * as z from 'zod/mini'

/** The server's time and the device's wall clock at one moment, ms: what is left of the server's word for the next start. */
export const timeMark = z.object({ server: z.number(), device: z.number() })
export type TimeMark = z.infer<typeof timeMark>

/** Reads a stored mark; undefined when it does not fit. */
export const readTimeMark = (value: unknown): TimeMark | undefined => z.safeParse(timeMark, value).data

import * as z from 'zod/mini'
import { unsentRow } from './conversation-row.ts'

/** An unsent message that outlives a sign-out (DEC-115). */
export const keptRow = z.object({ message: unsentRow, keptAt: z.number() })
export type KeptRow = z.infer<typeof keptRow>

/** Reads a stored row; undefined when it does not fit. */
export const readKeptRow = (value: unknown): KeptRow | undefined => z.safeParse(keptRow, value).data

import * as z from 'zod/mini'
import { readJsonText } from '../json-text.ts'

/** The body of a notice that vanish mode was set, in no language: seconds, 0 when it was switched off [BURN-07]. */
export const vanishNotice = z.looseObject({
  Kind: z.literal('vanish'),
  Seconds: z.int().check(z.minimum(0)),
})
export type VanishNotice = z.infer<typeof vanishNotice>

/** The seconds that a notice's body tells of; undefined when it is another notice. */
export const readVanishNotice = (body: string): number | undefined =>
  readJsonText(vanishNotice, body)?.Seconds

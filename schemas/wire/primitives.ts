import * as z from 'zod/mini'

/** An id: a positive whole number. */
export const wireId = z.int().check(z.positive())
/** A flag that the server may omit; absent means no. */
export const optionalFlag = z._default(z.nullish(z.union([z.literal(0), z.literal(1), z.boolean()])), 0)
/** A text that the server may omit or set to null. */
export const optionalText = z.nullish(z.string())
/** A time on the wire: milliseconds, or seconds below 1e12; 0, null and empty are unset (DEC-27). */
export const wireTime = z.nullish(z.union([z.number(), z.string()]))

/** A minimum number of characters, counted as in our forms: in UTF-16 units, not in code points. */
export const minUnits = (minimum: number) =>
  z.check<string>(({ value, issues }) => {
    if (value.length >= minimum) return
    issues.push({ code: 'too_small', origin: 'string', minimum, inclusive: true, input: value })
  })
/** A maximum number of characters, counted as in our forms. */
export const maxUnits = (maximum: number) =>
  z.check<string>(({ value, issues }) => {
    if (value.length <= maximum) return
    issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: value })
  })

/** Returns a wire time in milliseconds, or undefined if unset. */
export function readWireTime(value: number | string | null | undefined): number | undefined {
  const amount = typeof value === 'string' ? Number(value) : value
  if (!amount || !Number.isFinite(amount)) return undefined
  return amount < 1e12 ? amount * 1000 : amount
}

/** Returns 0, 1, true, false or an absent value as a boolean (DEC-65). */
export const readFlag = (value: 0 | 1 | boolean | null | undefined): boolean => value === 1 || value === true

/** A boolean on the wire; absent means no. */
export const writeFlag = (isOn: boolean | undefined): 0 | 1 => (isOn ? 1 : 0)

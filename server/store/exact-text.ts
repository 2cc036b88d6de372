import { customType } from 'drizzle-orm/pg-core'

/** Starts an escape in stored text; escaped itself where it occurs. */
const escapeMark = '\u0010'
// The characters that UTF-8 text in PostgreSQL cannot store, NUL and lone surrogates, and the mark itself.
const unstorable = new RegExp(`[\0${escapeMark}]|\\p{Surrogate}`, 'gu')
// An escape: the mark and four hexadecimal digits.
const escaped = new RegExp(`${escapeMark}([0-9a-f]{4})`, 'g')

/** Escapes any JavaScript text so that PostgreSQL can store it; ordinary text stays unchanged. */
export const toStorableText = (text: string): string =>
  text.replace(unstorable, (unit) => escapeMark + unit.charCodeAt(0).toString(16).padStart(4, '0'))

/** The reverse of `toStorableText`. */
export const fromStorableText = (stored: string): string =>
  stored.replace(escaped, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** A text column that returns exactly the stored code units, NUL and lone surrogates included. */
export const exactText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: toStorableText,
  fromDriver: fromStorableText,
})

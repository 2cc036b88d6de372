import { customType } from 'drizzle-orm/pg-core'

/** Opens an escape in stored text; itself escaped when it occurs. */
const escapeMark = '\u0010'
// What UTF-8 text in PostgreSQL cannot hold, NUL and surrogates without their partner, and the mark itself.
const unstorable = new RegExp(`[\0${escapeMark}]|\\p{Surrogate}`, 'gu')
// An escape: the mark and four hexadecimal digits.
const escaped = new RegExp(`${escapeMark}([0-9a-f]{4})`, 'g')

/** Rewrites any JavaScript text so that PostgreSQL can hold it; ordinary text stays as it is. */
export const toStorableText = (text: string): string =>
  text.replace(unstorable, (unit) => escapeMark + unit.charCodeAt(0).toString(16).padStart(4, '0'))

/** The reverse of `toStorableText`. */
export const fromStorableText = (stored: string): string =>
  stored.replace(escaped, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))

/** A text column that gives back exactly the code units it was given, NUL and lone surrogates included. */
export const exactText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  toDriver: toStorableText,
  fromDriver: fromStorableText,
})

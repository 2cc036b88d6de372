import * as z from 'zod/mini'

/** Returns the value of a JSON text; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a JSON text by a schema; undefined if it is not JSON or invalid. */
export const readJsonText = <Schema extends z.core.$ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined => z.safeParse(schema, parseJson(text)).data

/** Parses an object stored as JSON text. Returns an empty record if nothing or something else is stored. */
export const readStoredRecord = (stored: string | null): Readonly<Record<string, unknown>> => {
  const value = stored === null ? undefined : parseJson(stored)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

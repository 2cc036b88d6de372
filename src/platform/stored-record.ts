import { parseJson } from '#schemas/json-text.ts'

/** Parses an object stored as JSON text. Returns an empty record if nothing or something else is stored. */
export const readStoredRecord = (stored: string | null): Readonly<Record<string, unknown>> => {
  const value = stored === null ? undefined : parseJson(stored)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

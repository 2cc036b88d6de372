import { parseJson } from '#schemas/json-text.ts'

/** The fields of an object that was stored as JSON text; none when nothing or something else was stored. */
export const readStoredRecord = (stored: string | null): Readonly<Record<string, unknown>> => {
  const value = stored === null ? undefined : parseJson(stored)
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

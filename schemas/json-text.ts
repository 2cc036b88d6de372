import * as z from 'zod/mini'

/** The value that a JSON text stands for; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads a JSON text by a schema; undefined when it is no JSON or does not fit. */
export const readJsonText = <Schema extends z.core.$ZodType>(
  schema: Schema,
  text: string,
): z.output<Schema> | undefined => z.safeParse(schema, parseJson(text)).data

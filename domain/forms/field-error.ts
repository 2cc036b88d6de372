/** What is wrong with a field: a text key of the catalogs and its figures, shown beside the field. */
export interface FieldError {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** Refuses a text of fewer than `count` characters under the key that most fields use (DEC-11). */
export const requireLength = (text: string, count: number): FieldError | undefined =>
  text.length < count ? { key: 'errors.string.length', values: { count } } : undefined

/** Refuses a text of more than `count` characters. */
export const limitLength = (text: string, count: number): FieldError | undefined =>
  text.length > count ? { key: 'errors.string.max-length', values: { count } } : undefined

/** The read model of what a start paints first: one row, at the segment up to which it was drawn. */
export const cachedListModel = { name: 'cached-list', version: 1 } as const
export const cachedListKey = 'list'

/** Its row. */
export interface StoredCachedList {
  /** The erasure epoch in which it was drawn. */
  readonly epoch: number
  /** As the page gave it, which alone reads it. */
  readonly snapshot: unknown
}

/** Reads it without the schema library, which is not there when a page begins; undefined when it is something else. */
export const readStoredCachedList = (value: unknown): StoredCachedList | undefined =>
  typeof value === 'object' &&
  value !== null &&
  'epoch' in value &&
  typeof value.epoch === 'number' &&
  'snapshot' in value
    ? { epoch: value.epoch, snapshot: value.snapshot }
    : undefined

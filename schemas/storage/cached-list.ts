/**
 * The read model of the cached list snapshot: one row, with the last segment that the snapshot includes as its
 * checkpoint.
 */
export const cachedListModel = { name: 'cached-list', version: 1 } as const
export const cachedListKey = 'list'

/** The row of the model. */
export interface StoredCachedList {
  /** The erasure epoch of the capture. */
  readonly epoch: number
  /** Written and read by the view only. */
  readonly snapshot: unknown
}

/** Reads the row without zod, because this runs before the bundle; undefined if it is invalid. */
export const readStoredCachedList = (value: unknown): StoredCachedList | undefined =>
  typeof value === 'object' &&
  value !== null &&
  'epoch' in value &&
  typeof value.epoch === 'number' &&
  'snapshot' in value
    ? { epoch: value.epoch, snapshot: value.snapshot }
    : undefined

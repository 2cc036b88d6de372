const minute = 60_000
const hour = 60 * minute

/** How long a look-up's answer counts as fresh, ms; the rest of the spec's figures are the default [HTTP-18]. */
export const lookupStaleTime = {
  default: minute,
  /** [AUTH-56] */
  countries: 24 * hour,
  /** [ENDP-25] */
  config: 30 * minute,
  /** [USER-10] */
  settings: hour,
  /** [REPORT-12] */
  reportReasons: 7 * 24 * hour,
  /** [STICK-15] */
  stickers: 30 * 24 * hour,
  /** [COLL-12] */
  collections: hour,
  tags: minute,
} as const

/** How long an answer that nobody shows is kept [HTTP-18], ms. */
export const lookupKeepTime = {
  default: 24 * hour,
  /** [ENDP-25] */
  config: 60 * minute,
  /** [REPORT-12] */
  reportReasons: 7 * 24 * hour,
  /** [STICK-15] */
  stickers: 30 * 24 * hour,
} as const

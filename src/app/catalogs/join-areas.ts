import type { Messages } from '@lingui/core'

/** Joins the compiled areas of one language; the modules' type comes from the catalog plugin, which gives none. */
export const joinAreas = (areas: Readonly<Record<string, unknown>>): Messages =>
  Object.assign({}, ...Object.values(areas))

import type { ServerId } from '#schemas/ids.ts'

/** Ids of messages whose text may be nowhere any more. */
export type ServerIds = Pick<ReadonlySet<ServerId>, 'has'>

/** Those deleted one by one together with all that the conversation was cleared of [LIFE-18 LIFE-19]. */
export const purgedIds = (deleted: ReadonlySet<ServerId>, clearedThrough: ServerId): ServerIds =>
  clearedThrough === 0 ? deleted : { has: (id) => id <= clearedThrough || deleted.has(id) }

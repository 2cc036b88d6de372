import { createContext, use } from 'react'
import type { ServerId } from '#schemas/ids.ts'
import { createWritable, type Writable } from '#streams/readable.ts'

/** Somebody goes from hit to hit of a search in the conversation itself. */
export interface FindWalk {
  readonly keyword: string
  /** The hit that was gone to last. */
  readonly at: ServerId
}

/** Each conversation has its own; the search over it begins one, and the bar in it goes on. */
export const FindWalkContext = createContext<Writable<FindWalk | undefined>>(
  createWritable<FindWalk | undefined>(undefined),
)

export const useFindWalk = (): Writable<FindWalk | undefined> => use(FindWalkContext)

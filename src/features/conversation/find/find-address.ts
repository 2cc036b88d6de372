import { createContext, use } from 'react'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import { subPaths } from '#src/routes/route-table.ts'
import { stringifySearch } from '#src/routes/search.ts'
import { createWritable, type Writable } from '#streams/readable.ts'
import { pathOf } from '../../conversation-list/link-to.ts'

/** Where a conversation is searched [ROUTE-14]. */
export const findHref = (id: ConversationId, keyword = ''): string =>
  `${pathOf(id)}/${subPaths.search}${stringifySearch({ keyword })}`

/** Where it opens at a day, which is told by any of its moments, ms. */
export const dayHref = (id: ConversationId, at: number): string =>
  `${pathOf(id)}${stringifySearch({ date: dayText(at) })}`

/** A day of this device's calendar, `YYYY-MM-DD`. */
const dayText = (at: number): string => {
  const day = new Date(at)
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${day.getFullYear()}-${month}-${date}`
}

/** When a day begins on this device, ms; undefined for what is no day. */
export function startOfDay(text: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) return undefined
  const day = new Date(Number(year), Number(month) - 1, Number(date))
  return day.getMonth() === Number(month) - 1 ? day.getTime() : undefined
}

/** Somebody goes from hit to hit of a search in the conversation itself. */
export interface HitNavigation {
  readonly keyword: string
  /** The hit that was gone to last. */
  readonly at: ServerId
}

/** Each conversation has its own; the search over it begins one, and the bar in it goes on. */
export const HitNavigationContext = createContext<Writable<HitNavigation | undefined>>(
  createWritable<HitNavigation | undefined>(undefined),
)

export const useHitNavigation = (): Writable<HitNavigation | undefined> => use(HitNavigationContext)

import { useLocation, useNavigate } from '@tanstack/react-router'
import { createContext, use } from 'react'
import type { ConversationId, ServerId } from '#schemas/ids.ts'
import { subPaths } from '#src/routes/route-table.ts'
import { stringifySearch } from '#src/routes/search-params.ts'
import { createWritable, type Writable } from '#streams/readable.ts'
import { pathOf } from '../../conversation-list/link-to.ts'

/** Returns the URL of the search in a conversation [ROUTE-14]. */
export const findHref = (id: ConversationId, keyword = ''): string =>
  `${pathOf(id)}/${subPaths.search}${stringifySearch({ keyword })}`

/** Returns the function that opens the search in a conversation. If it is open already, its field gets the focus. */
export const useOpenFind = (id: ConversationId): ((keyword?: string) => void) => {
  const navigate = useNavigate()
  const isOpen = useLocation({ select: ({ pathname }) => pathname === findHref(id) })
  return (keyword) => {
    if (isOpen) document.querySelector<HTMLElement>('[data-find] input')?.focus()
    else void navigate({ href: findHref(id, keyword) })
  }
}

/** Returns the URL that opens a conversation at a day; `at` is any time within the day, ms. */
export const dayHref = (id: ConversationId, at: number): string =>
  `${pathOf(id)}${stringifySearch({ date: dayText(at) })}`

/** Returns a local date as `YYYY-MM-DD`. */
export const dayText = (at: number): string => {
  const day = new Date(at)
  const [month, date] = [day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${day.getFullYear()}-${month}-${date}`
}

/** Returns the start of a `YYYY-MM-DD` day in local time, ms; undefined for an invalid date. */
export function startOfDay(text: string): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) return undefined
  const day = new Date(Number(year), Number(month) - 1, Number(date))
  return day.getMonth() === Number(month) - 1 ? day.getTime() : undefined
}

/** The state of going from hit to hit in the conversation. */
export interface HitNavigation {
  readonly keyword: string
  /** The current hit. */
  readonly at: ServerId
}

/** One per conversation. The search screen starts it and the find bar continues it. */
export const HitNavigationContext = createContext<Writable<HitNavigation | undefined>>(
  createWritable<HitNavigation | undefined>(undefined),
)

export const useHitNavigation = (): Writable<HitNavigation | undefined> => use(HitNavigationContext)

import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { paths } from '#src/routes/route-table.ts'
import { oneOf } from '#src/routes/search.ts'
import { type Filter, filters } from './filters.ts'

/**
 * The list's filter follows the `filter` query of its address [SESS-04]; while a conversation is open beside the
 * list, whose address knows no filter, the last one stays.
 */
export const useFilter = (): readonly [Filter, (filter: Filter) => void] => {
  const navigate = useNavigate()
  const isListAddress = useRouterState({ select: ({ location }) => location.pathname === paths.messages })
  const queried = useRouterState({ select: ({ location }) => oneOf(filters, queryOf(location.search)) })
  const [kept, setKept] = useState<Filter>(queried ?? 'all')
  const filter = isListAddress ? (queried ?? 'all') : kept
  if (filter !== kept) setKept(filter)

  const choose = (next: Filter) => {
    if (!isListAddress) return setKept(next)
    void navigate({ to: paths.messages, search: next === 'all' ? {} : { filter: next }, replace: true })
  }
  return [filter, choose]
}

const queryOf = (search: object): unknown => ('filter' in search ? search.filter : undefined)

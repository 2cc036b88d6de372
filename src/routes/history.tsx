import type { HistoryState, RouterHistory } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useEffect, useMemo, useSyncExternalStore } from 'react'
import { parseSearch, type Search, stringifySearch } from './search.ts'

/** The one history of the page, which pages read with and without the router. */
const HistoryContext = createContext<RouterHistory | undefined>(undefined)

export const HistoryProvider = ({
  history,
  children,
}: {
  readonly history: RouterHistory
  readonly children: ReactNode
}) => <HistoryContext value={history}>{children}</HistoryContext>

/** The page's history. Throws outside its provider. */
export const useHistory = (): RouterHistory => {
  const history = use(HistoryContext)
  if (history === undefined) throw new Error('useHistory needs a HistoryProvider above it')
  return history
}

/** Where the page is now. */
export const usePlace = (): RouterHistory['location'] => {
  const history = useHistory()
  return useSyncExternalStore(history.subscribe, () => history.location)
}

/** The query as texts and lists of texts. */
export const usePlaceSearch = (): ReturnType<typeof parseSearch> => {
  const { search } = usePlace()
  return useMemo(() => parseSearch(search), [search])
}

interface Going {
  readonly search?: Search
  /** Takes the place of the current entry. */
  readonly replace?: boolean
  readonly state?: HistoryState
}

/** Goes to a path of the app. */
export const useGoing = (): ((path: string, going?: Going) => void) => {
  const history = useHistory()
  return (path, { search = {}, replace = false, state } = {}) =>
    history[replace ? 'replace' : 'push'](path + stringifySearch(search), state)
}

/** Leads on to another page, which takes the place of this one. */
export const GoTo = ({ path }: { readonly path: string }) => {
  const history = useHistory()
  useEffect(() => history.replace(path), [history, path])
  return null
}

import { Link, useRouterState } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useCallback } from 'react'
import { linkTo, useOpenConversation } from '#src/features/conversation-list/link-to.ts'
import { paths } from '#src/routes/route-table.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { useText } from '#src/ui/use-text.ts'
import styles from './search-link.module.css'

/** Looks like a search box and leads to the search screen [FRIEND-01 SESS-01]. */
export const SearchLink = () => {
  const text = useText()
  const maskedRoute = useMaskedRoute()
  return (
    <Link {...maskedRoute({ to: paths.search })} aria-current="false" className={styles.search ?? ''}>
      <Search aria-hidden="true" />
      {text('messages.search')}
    </Link>
  )
}

/**
 * Returns a function that keeps the open conversation of the full frame open in a link to a search: the conversation is
 * the real location, and the address bar shows that of the search.
 */
export const useMaskedRoute = () => {
  const isFull = useFrameMode() === 'full'
  const open = useOpenConversation()
  return useCallback(
    <Route extends object>(route: Route) => {
      if (!isFull || open === undefined) return route
      // Locations that differ in their masks only count as equal, unless their states differ.
      const state = { searched: JSON.stringify(route) }
      return { ...linkTo({ id: open }), search: {}, state, mask: route } as const
    },
    [isFull, open],
  )
}

/** Returns the address of the search on the screen, with query and hash; undefined if there is none. */
export const useSearchHref = (): string | undefined =>
  useRouterState({
    select: ({ location }) => {
      const { pathname, href } = location.maskedLocation ?? location
      return pathname === paths.search || pathname.startsWith(`${paths.search}/`) ? href : undefined
    },
  })

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The search whose address masks that of the open conversation. */
    searched?: string
    /** The keyword of the search hit that a conversation is opened at. */
    hitKeyword?: string
  }
}

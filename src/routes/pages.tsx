import { type ComponentType, useEffect, useState } from 'react'
import { useClient } from '#src/app/client-context.tsx'
import { useSelected } from '#src/app/use-readable.ts'
import { EntryPages } from './entry-pages.tsx'
import { ErrorScreen } from './error-screens.tsx'
import { usePlace } from './history.tsx'
import { reloadOnce } from './missing-part.ts'
import { isPublicPath } from './route-table.ts'

/** Fetches what draws every page by the router; rejects when it cannot be had. */
export type OpenRoutedPages = () => Promise<ComponentType>

interface Opened {
  readonly Routed?: ComponentType
  readonly failure?: unknown
}

/**
 * The page for where somebody is. The router comes with the first page that needs an account, and stays; until then the few pages
 * that need none do without it.
 */
export const Pages = ({ openRouted }: { readonly openRouted: OpenRoutedPages }) => {
  const { Routed, failure } = useRouted(openRouted)
  if (Routed !== undefined) return <Routed />
  return failure === undefined ? <EntryPages /> : <ErrorScreen error={failure} />
}

const useRouted = (openRouted: OpenRoutedPages): Opened => {
  const { pathname } = usePlace()
  const { authentication } = useClient()
  const status = useSelected(authentication.view, (view) => view.status)
  const [opened, setOpened] = useState<Opened>({})
  const isWanted = status === 'signed-in' && !isPublicPath(pathname)
  useEffect(() => {
    if (!isWanted) return
    const open = async () => {
      try {
        const Routed = await openRouted()
        setOpened({ Routed })
      } catch (failure) {
        if (!reloadOnce(failure, window)) setOpened({ failure })
      }
    }
    void open()
  }, [isWanted, openRouted])
  return opened
}

import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useClient } from '#src/app/client-context.tsx'
import { useSelected } from '#src/app/use-readable.ts'
import { isPublicPath } from './route-table.ts'

/** Runs the guards again when the account goes, so that a protected page is left at once [ROUTE-28]. */
const useLeavingOnSignOut = (): void => {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const router = useRouter()
  const { authentication } = useClient()
  const status = useSelected(authentication.view, (view) => view.status)
  const mustLeave = status === 'signed-out' && !isPublicPath(pathname)
  useEffect(() => {
    if (mustLeave) void router.invalidate()
  }, [router, mustLeave])
}

/** Around every page that the router draws. */
export const RootLayout = () => {
  useLeavingOnSignOut()
  return <Outlet />
}

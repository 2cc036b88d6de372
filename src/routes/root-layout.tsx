import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useClient } from '#src/app/client-context.tsx'
import { useSelected } from '#src/app/use-readable.ts'
import { isAuthPath, isPublicPath } from './route-table.ts'

/** Around every page of the app. */
export const RootLayout = () => {
  useGuardsOnSignOut()
  useAuthPageNotice()
  return <Outlet />
}

/** Runs the guards again when the account is signed out, so that a protected page is left immediately [ROUTE-28]. */
const useGuardsOnSignOut = (): void => {
  const pathname = useLocation({ select: (location) => location.pathname })
  const router = useRouter()
  const { authentication } = useClient()
  const status = useSelected(authentication.view, (view) => view.status)
  const mustLeave = status === 'signed-out' && !isPublicPath(pathname)
  useEffect(() => {
    if (mustLeave) void router.invalidate()
  }, [router, mustLeave])
}

/** Reports to the client whether an auth page is shown, because no alert is raised there [AUTH-41]. */
const useAuthPageNotice = (): void => {
  const { authentication } = useClient()
  const isOnAuthPage = useLocation({ select: ({ pathname }) => isAuthPath(pathname) })
  useEffect(() => authentication.setOnAuthPage(isOnAuthPage), [authentication, isOnAuthPage])
}

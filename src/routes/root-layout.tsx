import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useClient } from '#src/app/client-context.tsx'
import { ForcedSignOutAlert } from '#src/app/overlays/forced-sign-out-alert.tsx'
import { useDocumentTitle } from '#src/app/overlays/use-document-title.ts'
import { useNoticeToasts } from '#src/app/overlays/use-notice-toasts.ts'
import { useReloadKey } from '#src/app/overlays/use-reload-key.ts'
import { useSelected } from '#src/app/use-readable.ts'
import { isAuthPath, isPublicPath } from './route-table.ts'

/** Tells the client whether an auth page is shown: no alert is raised there [AUTH-41]. */
const useAuthPageNotice = (pathname: string): void => {
  const { authentication } = useClient()
  const isOnAuthPage = isAuthPath(pathname)
  useEffect(() => authentication.setOnAuthPage(isOnAuthPage), [authentication, isOnAuthPage])
}

/** Runs the guards again when the account goes, so that a protected page is left at once [ROUTE-28]. */
const useLeavingOnSignOut = (pathname: string): void => {
  const router = useRouter()
  const { authentication } = useClient()
  const status = useSelected(authentication.view, (view) => view.status)
  const mustLeave = status === 'signed-out' && !isPublicPath(pathname)
  useEffect(() => {
    if (mustLeave) void router.invalidate()
  }, [router, mustLeave])
}

/** Around every page: the overlays that exist once for the whole app [BOOT-31]. */
export const RootLayout = () => {
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  useAuthPageNotice(pathname)
  useLeavingOnSignOut(pathname)
  useNoticeToasts()
  useReloadKey()
  useDocumentTitle()
  return (
    <>
      <Outlet />
      <ForcedSignOutAlert />
    </>
  )
}

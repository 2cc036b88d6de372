import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  Outlet,
  type ParsedLocation,
  useLocation,
  useRouter,
} from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { type AuthenticationView, settledAuthentication } from '#client/authentication.ts'
import { useApp } from '#src/app/app-context.ts'
import { useClient } from '#src/app/client-context.tsx'
import { useReadable, useSelected } from '#src/ui/use-readable.ts'
import { ErrorScreen, NotFoundScreen } from './error-screens.tsx'
import { isAuthPath, isPublicPath, paths } from './route-table.ts'
import type { RouterContext } from './router-context.ts'
import { goTo } from './search-params.ts'

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  errorComponent: ErrorScreen,
  notFoundComponent: NotFoundScreen,
})

interface Entering {
  readonly context: RouterContext
  readonly location: Pick<ParsedLocation, 'href'>
}

/** Admits signed-in users and redirects others to a page where they can sign in [ROUTE-28 ROUTE-29]. */
export const requireAccount = async ({ context, location }: Entering): Promise<void> => {
  const view = await settledAuthentication(context.client.authentication)
  const isEmbedded = context.host.get().embeddedIn !== undefined
  const admission = admitToProtected(view, isEmbedded)
  if (admission.isAdmitted) return
  throw admission.to === paths.signIn
    ? goTo(`${paths.signIn}?redirect=${encodeURIComponent(location.href)}`)
    : goTo(admission.to, { redirect: location.href })
}

/** The parent route of all pages in the signed-in frame [ROUTE-28 ROUTE-29]. */
export const protectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'protected',
  component: lazyRouteComponent(() => import('./protected-layout.tsx'), 'ProtectedLayout'),
  beforeLoad: requireAccount,
})

/**
 * The parent route of all protected pages but the conversation list, which is first on the screen. It loads their texts
 * once, while a page's own code loads.
 */
export const pageRoute = createRoute({
  getParentRoute: () => protectedRoute,
  id: 'pages',
  loader: ({ context }) => context.translation.add('pages'),
  staleTime: Number.POSITIVE_INFINITY,
})

/** A path that matches no route leads to messages [ROUTE-27]. */
export const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw goTo(paths.messages)
  },
})

/** The layout around every page. */
function RootLayout() {
  useGuardsOnSignOut()
  useAuthPageNotice()
  const router = useRouter()
  const { embeddedIn } = useReadable(useApp().host)
  return (
    <>
      <Outlet />
      {embeddedIn !== undefined && (
        <Suspense>
          <HostBridge router={router} />
        </Suspense>
      )}
    </>
  )
}

const HostBridge = lazy(async () => ({ default: (await import('#src/app/host-bridge.tsx')).HostBridge }))

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

type Admission = { readonly isAdmitted: true } | { readonly isAdmitted: false; readonly to: string }

/**
 * Decides whether a protected page may be entered. A signed-out user goes to the sign-in, which remembers the page
 * [ROUTE-28], or, with stored accounts and not embedded, to the account switch [ROUTE-29].
 */
const admitToProtected = (view: AuthenticationView, isEmbedded: boolean): Admission => {
  if (view.status === 'signed-in') return { isAdmitted: true }
  const canPick = view.accounts.length > 0 && view.chosen === undefined
  if (canPick && !isEmbedded) return { isAdmitted: false, to: paths.switchAccount }
  return { isAdmitted: false, to: paths.signIn }
}

interface EntryFacts {
  readonly isCompatible: boolean
  readonly hasChecked: boolean
  readonly isSignedIn: boolean
}

/**
 * Returns the redirect of the entry screen; undefined shows the compatibility page [BOOT-09 BOOT-10 BOOT-11 BOOT-12].
 */
export const decideEntry = ({ isCompatible, hasChecked, isSignedIn }: EntryFacts): string | undefined => {
  if (!isCompatible) return undefined
  if (!hasChecked) return paths.messages
  return isSignedIn ? paths.messages : paths.signIn
}

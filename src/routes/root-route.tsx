import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type ParsedLocation,
} from '@tanstack/react-router'
import { ErrorScreen, NotFoundScreen } from './error-screens.tsx'
import { goTo } from './go-to.ts'
import { admitToProtected, settledAuthentication } from './guards.ts'
import { RootLayout } from './root-layout.tsx'
import { paths } from './route-table.ts'
import type { RouterContext } from './router-context.ts'

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  errorComponent: ErrorScreen,
  notFoundComponent: NotFoundScreen,
})

interface Entering {
  readonly context: RouterContext
  readonly location: Pick<ParsedLocation, 'href'>
}

/** Lets only whoever is signed in go on; everybody else is led to where that can be done [ROUTE-28 ROUTE-29]. */
export const requireAccount = async ({ context, location }: Entering): Promise<void> => {
  const view = await settledAuthentication(context.client.authentication)
  const isEmbedded = context.host.get().embeddedIn !== undefined
  const admission = admitToProtected(view, isEmbedded, location.href)
  if (admission.isAdmitted) return
  const query = admission.redirect === undefined ? '' : `?redirect=${encodeURIComponent(admission.redirect)}`
  throw goTo(admission.to + query)
}

/** Everything of the signed-in app's frame hangs below this one [ROUTE-28 ROUTE-29]. */
export const protectedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'protected',
  component: lazyRouteComponent(() => import('./protected-layout.tsx'), 'ProtectedLayout'),
  beforeLoad: requireAccount,
})

/** A path that matches no route leads to messages [ROUTE-27]. */
export const unknownRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw goTo(paths.messages)
  },
})

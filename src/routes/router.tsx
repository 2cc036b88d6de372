import { createRoute, createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router'
import { use } from 'react'
import { LoadingScreen } from '#src/features/entry/loading-screen.tsx'
import { PanelRouteContext, type RouterContext } from '#src/routes/router-context.ts'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { ErrorScreen, NotFoundScreen } from './error-screens.tsx'
import { protectedRoutes } from './protected-routes.tsx'
import { publicRoutes } from './public-routes.tsx'
import { protectedRoute, requireAccount, rootRoute, unknownRoute } from './root-route.tsx'
import { paths } from './route-table.ts'
import { parseSearch, stringifySearch } from './search-params.ts'

/** The inspector in development, otherwise the diagnostics (DEC-33). */
const page = import.meta.env.INSPECTION
  ? lazyRouteComponent(() => import('#src/features/command-center/inspector-screen.tsx'), 'InspectorScreen')
  : lazyRouteComponent(
      () => import('#src/features/command-center/diagnostics-screen.tsx'),
      'DiagnosticsScreen',
    )

/** A page for developers and support, without the app's frame [ROUTE-11]. */
export const commandCenterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.commandCenter,
  beforeLoad: requireAccount,
  component: page,
})

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  commandCenterRoute,
  protectedRoute.addChildren([...protectedRoutes]),
  unknownRoute,
])

/** A page that loads longer shows its placeholder, ms. */
export const placeholderDelay = 400

/** The app's router over the browser's history, or the one given. */
export const createAppRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: placeholderDelay,
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    ...(history === undefined ? {} : { history }),
  })

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}

/** The placeholder of a page that is loading. A panel over a loaded page is only announced. */
const PendingPage = () => {
  const text = useText()
  if (!use(PanelRouteContext)) return <LoadingScreen />
  return <VisuallyHidden role="status">{text('common.loading')}</VisuallyHidden>
}

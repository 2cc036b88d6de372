import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { commandCenterRoute } from './command-center-route.tsx'
import { ErrorScreen, NotFoundScreen } from './error-screens.tsx'
import { PendingPage } from './pending-page.tsx'
import { protectedRoutes } from './protected-routes.tsx'
import { publicRoutes } from './public-routes.tsx'
import { protectedRoute, rootRoute, unknownRoute } from './root-route.tsx'
import type { RouterContext } from './router-context.ts'
import { parseSearch, stringifySearch } from './search.ts'

const routeTree = rootRoute.addChildren([
  ...publicRoutes,
  commandCenterRoute,
  protectedRoute.addChildren([...protectedRoutes]),
  unknownRoute,
])

/** The app's router over the browser's history, or the one given. */
export const createAppRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingMs: 400,
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

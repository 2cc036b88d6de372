import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { use } from 'react'
import { OverPageContext } from '#src/app/frame/over-page.ts'
import { LoadingScreen } from '#src/features/entry/loading-screen.tsx'
import { useText } from '#src/ui/use-text.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { commandCenterRoute } from './command-center-route.tsx'
import { ErrorScreen, NotFoundScreen } from './error-screens.tsx'
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

/** The placeholder of a page that is loading. A panel over a loaded page is only announced. */
const PendingPage = () => {
  const text = useText()
  if (!use(OverPageContext)) return <LoadingScreen />
  return <VisuallyHidden role="status">{text('common.loading')}</VisuallyHidden>
}

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireAccount, rootRoute } from './root-route.tsx'
import { paths } from './route-table.ts'

/** The page that the build is for: in development the inspector, everywhere else diagnostics alone (DEC-33). */
const page = import.meta.env.INSPECTION
  ? lazyRouteComponent(() => import('#src/features/command-center/inspector-screen.tsx'), 'InspectorScreen')
  : lazyRouteComponent(
      () => import('#src/features/command-center/diagnostics-screen.tsx'),
      'DiagnosticsScreen',
    )

/** For people who work on the app or report what is wrong with it; it has the window to itself [ROUTE-11]. */
export const commandCenterRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.commandCenter,
  beforeLoad: requireAccount,
  component: page,
})

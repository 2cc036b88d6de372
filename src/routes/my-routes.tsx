import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { collectionPage, collectionsPage, forwarding } from './pages.ts'
import { pageRoute } from './root-route.tsx'
import { paths } from './route-table.ts'

const myRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.my,
  staticData: { section: 'my' },
  component: lazyRouteComponent(() => import('#src/features/my/my-screen.tsx'), 'MyScreen'),
})

/** [NOTIF-01] */
const notificationsRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.notifications,
  staticData: { section: 'my', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/my/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
})

/** The sign-ins of the account [ME-22]. */
const securityRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.security,
  staticData: { section: 'my', isPushed: true },
  component: lazyRouteComponent(() => import('#src/features/my/security-screen.tsx'), 'SecurityScreen'),
})

/** [STICK-01] */
const stickersRoute = createRoute({
  getParentRoute: () => pageRoute,
  path: paths.stickers,
  staticData: { section: 'my', isPushed: true },
  component: lazyRouteComponent(
    () => import('#src/features/stickers/my-stickers-screen.tsx'),
    'MyStickersScreen',
  ),
})

const place = { staticData: { section: 'my', isPushed: true } } as const

/** [COLL-01] */
const collectionsRoute = createRoute({
  getParentRoute: () => pageRoute,
  ...{ ...collectionsPage, ...place, path: paths.collections },
})
const collectionRoute = createRoute({
  getParentRoute: () => collectionsRoute,
  ...{ ...collectionPage, ...place },
})
/** Forwards collection items [COLL-03 COLL-07]. */
const collectionForwardRoute = createRoute({
  getParentRoute: () => collectionsRoute,
  ...{ ...forwarding, ...place },
})

export const myRoutes = [
  myRoute,
  notificationsRoute,
  securityRoute,
  stickersRoute,
  collectionsRoute.addChildren([collectionRoute, collectionForwardRoute]),
] as const
